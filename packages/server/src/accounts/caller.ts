// The caller of a request: the account, its limits and the actor.

import type { AccountCaller } from '../db/account-scope.ts';
import type { AiMode } from '../db/tables.ts';

export interface Caller extends AccountCaller {
  readonly plan: string;
  /** Null: unlimited. */
  readonly monthlyLimit: number | null;
  readonly requestsPerMinute: number;
  /** Which AI reads the messages of its leads. */
  readonly ai: AiMode;
  /** The account's monthly budget for the LLM; null: only the installation's limit applies. */
  readonly aiMonthlyDollars: number | null;
}
