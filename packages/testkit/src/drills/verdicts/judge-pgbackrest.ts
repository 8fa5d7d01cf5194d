// The verdict of the pgBackRest drill.

import type { SentLead } from '../../load/steady-load.ts';
import { type Check, check } from '../drill.ts';
import type { AccountLedger } from '../ledgers.ts';
import { judgeMoment } from './judge-moment.ts';

export interface PgBackRestFacts {
  readonly sent: readonly SentLead[];
  /** From chooseMoment. */
  readonly moment: string;
  /** How many cells had a good backup by `leadline backup verify`, before and after one was added. */
  readonly goodBackups: number;
  readonly goodBackupsWithCell: number;
  readonly restored: AccountLedger;
  /** The status of erasing a person after the moment. */
  readonly erasedStatus: number;
  /** The person who was erased, and whom the saved audit log names. */
  readonly erased: string;
  readonly erasedByLog: string;
  /** PG_VERSION in the folder that the restore moved away. */
  readonly keptVersion: string;
  readonly leadsInCell: number;
}

export const judgePgBackRest = (facts: PgBackRestFacts): Check[] => [
  check('`backup verify` finds the backup good', facts.goodBackups, 1),
  ...judgeMoment(facts.sent, facts.moment, new Set(facts.restored.leads.map(({ leadId }) => leadId))),
  check('usage is that of the moment', facts.restored.usage, facts.restored.leads.length),
  check('erasing a person after the moment', facts.erasedStatus, 200),
  check('who was erased, from the saved audit log', facts.erasedByLog, facts.erased),
  check('the old folder is kept', facts.keptVersion, '18'),
  check('leads in the cell', facts.leadsInCell, facts.restored.leads.length),
  check('cells whose backup `backup verify` finds good', facts.goodBackupsWithCell, 2),
];
