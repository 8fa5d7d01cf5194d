// Where to go after signing in. Limited to our own pages, so that `?next=//evil.example` can't redirect anyone.

import { PAGES } from '../navigation/page-paths.ts';

const NOT_AFTER_SIGN_IN: readonly string[] = [
  PAGES.signIn,
  PAGES.signUp,
  PAGES.forgotPassword,
  PAGES.resetPassword,
  PAGES.twoFactor,
  PAGES.setUpTwoFactor,
  PAGES.welcome,
];
const DESTINATIONS = Object.values(PAGES)
  .filter((path) => !NOT_AFTER_SIGN_IN.includes(path))
  .map((path) => new RegExp(`^${path.replace(/:\w+/g, '[\\w.~%-]+')}$`));
const BASE = 'http://nowhere.invalid';

/** Whether it is a page that people see once they are signed in. */
export const isInnerPage = (pathname: string): boolean => DESTINATIONS.some((path) => path.test(pathname));

export function readNextPath(next: string | null): string {
  // Browsers treat a backslash as a slash and skip tabs and line breaks: `/\evil.example` means `//evil.example`.
  if (next === null || !/^\/[^/\\]/.test(next) || /[\\\p{Cc}]/u.test(next)) return PAGES.inbox;
  const url = URL.parse(next, BASE);
  if (url === null || url.origin !== BASE) return PAGES.inbox;
  if (!isInnerPage(url.pathname)) return PAGES.inbox;
  return url.pathname + url.search + url.hash;
}

/** `/sign-in?next=…`, without `next` when it is the default. */
export function withNext(path: string, next: string): string {
  return next === PAGES.inbox || next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;
}
