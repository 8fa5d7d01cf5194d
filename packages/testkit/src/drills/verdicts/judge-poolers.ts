// The verdict of the poolers drill, for one mode of PgBouncer.

import { type Check, check, checkAtLeast } from '../drill.ts';

export interface PoolerFacts {
  readonly mode: string;
  /** Whether a process started that wasn't told about the pooler, or the error that isn't about it. */
  readonly startedUnaware: string;
  /** Leads to send, and rows to import. */
  readonly planned: number;
  readonly failed: number;
  readonly imported: number;
  /** In the database. */
  readonly stored: number;
  readonly usage: number;
  readonly statusOfList: number;
}

export const judgePooler = ({ mode, planned, ...facts }: PoolerFacts): Check[] =>
  [
    check('starts without saying so', facts.startedUnaware, 'no'),
    checkAtLeast('leads to send', planned, 1),
    check('responses other than 200', facts.failed, 0),
    check('rows imported', facts.imported, planned),
    check('leads', facts.stored, 2 * planned),
    check('usage', facts.usage, 2 * planned),
    check('reading leads', facts.statusOfList, 200),
  ].map((entry) => ({ ...entry, name: `${mode}: ${entry.name}` }));
