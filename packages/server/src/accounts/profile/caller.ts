// Who is making a request: the account, its limits and the actor.

import type { AccountCaller } from '../../platform/db/account-scope.ts';
import type { AiMode } from '../../platform/db/tables.ts';

export interface Caller extends AccountCaller {
  /** For a test account, the live account it belongs to; otherwise the account itself. Resource limits count by this, so
   * that a test account is not a second allowance. */
  readonly liveAccountId: string;
  /** Whether the account is waiting to be deleted. */
  readonly isClosed: boolean;
  readonly plan: string;
  /** For a test account, how many test leads a month its live account's plan includes. Null if unlimited. */
  readonly monthlyLimit: number | null;
  /** How many bytes the account may store, together with its test account. Null if unlimited. */
  readonly storageLimit: number | null;
  /** Of this key or member. */
  readonly requestsPerMinute: number;
  /** Of all keys and members of the live account together, its test account included. */
  readonly accountRequestsPerMinute: number;
  /** The AI that reads the messages of this account's leads. */
  readonly ai: AiMode;
  /** The account's monthly LLM budget. If null, only the installation's limit applies. */
  readonly aiMonthlyDollars: number | null;
  /** The version of the live account's settings that scores its leads; 0 are the defaults. */
  readonly settingsVersion: number;
  /** The version of the live account's model that takes part in scoring; 0 if the rules score alone. */
  readonly modelVersion: number;
}

export const isTestAccount = ({ accountId, liveAccountId }: Caller): boolean => accountId !== liveAccountId;
