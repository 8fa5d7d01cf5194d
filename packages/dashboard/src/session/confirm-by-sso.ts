// Has the identity provider confirm a session that was opened by single sign-on. The browser visits the provider and comes
// back; usually, nobody has to do anything.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { call } from '../api/call.ts';
import { loadPage } from '../api/load-page.ts';
import { isInnerPage } from './next-path.ts';

const KEY = 'leadline.sso-check';
/** If the visit didn't help, people sign in as usual, instead of going back and forth. */
const ONCE_IN_MS = 30_000;

/** Leaves the page, if it makes sense to try. */
export async function confirmBySso(): Promise<boolean> {
  const { pathname, search } = window.location;
  const triedAt = Number(sessionStorage.getItem(KEY) ?? 0);
  if (!isInnerPage(pathname) || Date.now() - triedAt < ONCE_IN_MS) return false;
  const body = { next: pathname + search, silent: true };
  const { data } = await call('POST', AUTH_PATHS.signInSso, body);
  sessionStorage.setItem(KEY, String(Date.now()));
  loadPage(data.url);
  return true;
}
