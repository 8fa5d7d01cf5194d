// The account this page was loaded for. All windows of a session share one active account, so each request names
// the one its window is showing, and the server rejects it if another account is active.

import { AUTH_PATHS, PATHS } from '@leadline/contract/paths';

/** Requests that choose the account or find out which one is active. */
const WITHOUT_ACCOUNT: readonly string[] = [PATHS.session, PATHS.accounts, AUTH_PATHS.setActiveAccount];

let shownId: string | null = null;

/** Only the first call counts: a page never switches to another account. */
export function keepShownAccount(accountId: string): void {
  shownId ??= accountId;
}

/** The value of `X-Leadline-Account`, or null to leave it out. */
export function shownAccountFor(path: string): string | null {
  return WITHOUT_ACCOUNT.includes(path) ? null : shownId;
}
