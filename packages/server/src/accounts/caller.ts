// Who is making a request: the account, its limits and the actor.

import type { AccountCaller } from '../db/account-scope.ts';
import type { AiMode } from '../db/tables.ts';

export interface Caller extends AccountCaller {
  readonly plan: string;
  /** Null if unlimited. */
  readonly monthlyLimit: number | null;
  readonly requestsPerMinute: number;
  /** The AI that reads the messages of this account's leads. */
  readonly ai: AiMode;
  /** The account's monthly LLM budget. If null, only the installation's limit applies. */
  readonly aiMonthlyDollars: number | null;
}
