// The verdict of the CRM drill: every lead is one record in Odoo, every decision there one outcome here, and what a user of Odoo
// edited is still there.

import { type Check, check, checkAtLeast } from '../drill.ts';

export interface CrmOdooFacts {
  readonly planned: {
    readonly leads: number;
    readonly closed: number;
    readonly kills: number;
    readonly restarts: number;
  };
  /** All that Odoo has, also what is archived. */
  readonly records: readonly {
    readonly id: number;
    readonly email: string;
    readonly lead: string;
    readonly name: string;
    readonly score: number;
  }[];
  /** The records that we know. */
  readonly links: number;
  readonly outcomes: readonly { readonly lead: string; readonly outcome: string }[];
  /** What was decided in Odoo, by lead. */
  readonly decided: ReadonlyMap<string, string>;
  /** The names that a user of Odoo gave, by record. */
  readonly edited: ReadonlyMap<number, string>;
  readonly kills: number;
  readonly killsAtWork: number;
  readonly restarts: number;
}

export function judgeCrmOdoo(facts: CrmOdooFacts): Check[] {
  const { planned, records, outcomes, decided, edited } = facts;
  const nameOf = new Map(records.map(({ id, name }) => [id, name]));
  return [
    checkAtLeast('leads planned', planned.leads, 1),
    check('records in Odoo', records.length, planned.leads),
    check('emails among them', new Set(records.map(({ email }) => email)).size, planned.leads),
    check('leads among them', new Set(records.map(({ lead }) => lead)).size, planned.leads),
    check('records with a score', records.filter(({ score }) => score > 0).length, planned.leads),
    check('links to records', facts.links, planned.leads),
    check('outcomes', outcomes.length, planned.closed),
    check('leads with an outcome', new Set(outcomes.map(({ lead }) => lead)).size, planned.closed),
    check(
      'outcomes as decided in Odoo, with their amounts',
      outcomes.filter(({ lead, outcome }) => decided.get(lead) === outcome).length,
      planned.closed,
    ),
    checkAtLeast('edits in Odoo', edited.size, 1),
    check(
      'edits in Odoo that are still there',
      [...edited].filter(([id, name]) => nameOf.get(id) === name).length,
      edited.size,
    ),
    check('kills of the worker', facts.kills, planned.kills),
    checkAtLeast('kills while something was left to do', facts.killsAtWork, Math.ceil(planned.kills / 2)),
    check('restarts of Odoo', facts.restarts, planned.restarts),
  ];
}
