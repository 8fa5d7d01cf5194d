// The account a request works for, what it may use, and for whom it does.

import type { AccountCaller } from '../db/account-scope.ts';
import type { AiMode } from '../db/tables.ts';

export interface Caller extends AccountCaller {
  readonly plan: string;
  /** Null: as many as come. */
  readonly monthlyLimit: number | null;
  readonly requestsPerMinute: number;
  /** Who reads the messages of its leads. */
  readonly ai: AiMode;
  /** What the LLM may cost in a month; null: no limit of the account's own. */
  readonly aiMonthlyDollars: number | null;
}
