// The account this page was loaded for. A session works for one account in all its windows: each request says which one its
// window shows, so that the server can refuse what was meant for another.

import { AUTH_PATHS, PATHS } from '@leadline/contract/paths';

/** These choose the account, or tell which one it is. */
const WITHOUT_ACCOUNT: readonly string[] = [PATHS.session, PATHS.accounts, AUTH_PATHS.setActiveAccount];

let shownId: string | null = null;

/** The first one stays: a page never goes on with another. */
export function keepShownAccount(accountId: string): void {
  shownId ??= accountId;
}

/** For `X-Leadline-Account`; null where nothing is to be said. */
export function shownAccountFor(path: string): string | null {
  return WITHOUT_ACCOUNT.includes(path) ? null : shownId;
}
