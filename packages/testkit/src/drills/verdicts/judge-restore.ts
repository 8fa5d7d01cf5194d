// The verdict of the restore drill.

import type { SentLead } from '../../load/steady-load.ts';
import { type Check, check, checkAtLeast } from '../drill.ts';
import type { AccountLedger } from '../ledgers.ts';
import { judgeMoment } from './judge-moment.ts';

export interface RestoreFacts {
  readonly sent: readonly SentLead[];
  /** From chooseMoment. */
  readonly moment: string;
  readonly restored: AccountLedger;
  /** By `leadline backup verify`. */
  readonly verified: {
    readonly passed: boolean;
    readonly replays: { readonly identical: number; readonly different: number };
  };
}

export const judgeRestore = ({ sent, moment, restored, verified }: RestoreFacts): Check[] => [
  ...judgeMoment(sent, moment, new Set(restored.leads.map(({ leadId }) => leadId))),
  check('usage is that of the moment', restored.usage, restored.leads.length),
  check('`backup verify` finds the backup good', String(verified.passed), 'true'),
  checkAtLeast('leads that replay to the same result', verified.replays.identical, 1),
  check('leads that replay to another result', verified.replays.different, 0),
];
