// The verdict of the import drill.

import { type Check, check, checkAtLeast } from '../drill.ts';

export interface ImportFacts {
  readonly rows: number;
  readonly planned: number;
  /** Workers that a SIGKILL ended while the import was running. */
  readonly killed: number;
  readonly longestPauseMs: number;
  /** As the API reports it. */
  readonly rowsRead: number;
  readonly reportedStored: number;
  /** In the database. */
  readonly stored: { readonly leads: number; readonly distinct: number; readonly usage: number };
  /** Of single leads, before and during an import. */
  readonly idle: Timed;
  readonly importing: Timed;
}

export interface Timed {
  readonly p99: number;
  readonly count: number;
}

const MAX_PAUSE_MS = 30_000;
/** Fewer say nothing about the slowest of a hundred. The drill asks for a thousand. */
const MIN_TIMED = 100;

export const judgeImport = (facts: ImportFacts): Check[] => [
  ...judgeImportedRows(facts),
  checkAtLeast('single leads timed while idle', facts.idle.count, MIN_TIMED),
  checkAtLeast('single leads timed during an import', facts.importing.count, MIN_TIMED),
  check(
    'p99 of a single lead less than twice the idle p99',
    facts.importing.p99 < 2 * facts.idle.p99 ? 'yes' : 'no',
    'yes',
  ),
];

/** Without the times, which say little beside other tests. */
const judgeImportedRows = ({ rows, stored, ...facts }: ImportFacts): Check[] => [
  checkAtLeast('rows to import', rows, 1),
  checkAtLeast('kills planned', facts.planned, 1),
  check('workers killed during the import', facts.killed, facts.planned),
  check('rows read', facts.rowsRead, rows),
  check('leads reported as stored', facts.reportedStored, rows),
  check('leads in the table', stored.leads, rows),
  check('leads counted toward the plan', stored.usage, rows),
  check('duplicate rows', stored.leads - stored.distinct, 0),
  check('resumed within 30 s', facts.longestPauseMs < MAX_PAUSE_MS ? 'yes' : 'no', 'yes'),
];
