// The account this page was loaded for. A session has one active account for all its windows, so each request says which
// one its window shows; the server rejects requests meant for another.

import { AUTH_PATHS, PATHS } from '@leadline/contract/paths';

/** These select the account, or return it. */
const WITHOUT_ACCOUNT: readonly string[] = [PATHS.session, PATHS.accounts, AUTH_PATHS.setActiveAccount];

let shownId: string | null = null;

/** The first one stays: a page never continues with another account. */
export function keepShownAccount(accountId: string): void {
  shownId ??= accountId;
}

/** The value of `X-Leadline-Account`, or null to leave it out. */
export function shownAccountFor(path: string): string | null {
  return WITHOUT_ACCOUNT.includes(path) ? null : shownId;
}
