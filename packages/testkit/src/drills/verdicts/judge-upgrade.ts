// The verdict of the upgrade drill. It proves something only if the new release has migrations, and leads arrived while they ran
// and under every mix of releases.

import type { SentLead } from '../../load/steady-load.ts';
import { type Check, check, checkAtLeast } from '../drill.ts';
import type { AccountLedger } from '../ledgers.ts';

export interface UpgradeFacts {
  /** What the new release would change, before it did. */
  readonly planned: readonly { readonly name: string }[];
  /** Migrations that the drill itself added to the new release. */
  readonly added: readonly string[];
  /** The newest migrations in the database, before and after. */
  readonly versionBefore: string;
  readonly versionAfter: string;
  readonly sent: readonly SentLead[];
  /** By name; each from a time to another, from Date.now(). */
  readonly phases: Readonly<Record<string, readonly [from: number, to: number]>>;
  readonly ledger: AccountLedger;
  readonly isIndexValid: boolean;
  /** Of every API process after it replaced another one. */
  readonly readyStatuses: readonly number[];
}

/** Two API processes are replaced, and replaced back. */
const REPLACED = 4;

export function judgeUpgrade(facts: UpgradeFacts): Check[] {
  const { sent, planned, added, ledger } = facts;
  const acknowledged = sent.flatMap(({ leadId }) => leadId ?? []);
  const stored = new Set(ledger.leads.map(({ leadId }) => leadId));
  const failures = sent.flatMap(({ failure }) => failure ?? []);
  const names = planned.map(({ name }) => name);
  return [
    checkAtLeast('migrations', planned.length, 1),
    check(
      'migrations of the drill that the new release does not have',
      added.filter((name) => !names.includes(name)).join(', ') || 'none',
      'none',
    ),
    check('the schema has changed', facts.versionBefore === facts.versionAfter ? 'no' : 'yes', 'yes'),
    checkAtLeast('phases', Object.keys(facts.phases).length, 1),
    ...Object.entries(facts.phases).map(([name, [from, to]]) =>
      checkAtLeast(
        `leads acknowledged ${name}`,
        sent.filter(({ leadId, sentAt, answeredAt }) => leadId !== null && sentAt >= from && answeredAt <= to)
          .length,
        1,
      ),
    ),
    check('leads that failed', failures.length === 0 ? 'none' : `${failures.length}: ${failures[0]}`, 'none'),
    check('acknowledged leads missing', acknowledged.filter((id) => !stored.has(id)).length, 0),
    check('leads stored', ledger.leads.length, acknowledged.length),
    check('usage', ledger.usage, ledger.leads.length),
    check('the index on leads is valid', facts.isIndexValid ? 'yes' : 'no', 'yes'),
    check('processes that replaced another', facts.readyStatuses.length, REPLACED),
    check(
      'of these, not ready on the new schema',
      facts.readyStatuses.filter((status) => status !== 200).length,
      0,
    ),
  ];
}
