// Where to go after signing in. Only our own pages: `?next=//evil.example` must not redirect anyone.

import { PAGES } from '../navigation/page-paths.ts';

const NOT_AFTER_SIGN_IN: readonly string[] = [
  PAGES.signIn,
  PAGES.signUp,
  PAGES.forgotPassword,
  PAGES.resetPassword,
  PAGES.twoFactor,
  PAGES.welcome,
];
const DESTINATIONS = Object.values(PAGES)
  .filter((path) => !NOT_AFTER_SIGN_IN.includes(path))
  .map((path) => new RegExp(`^${path.replace(/:\w+/g, '[\\w.~%-]+')}$`));
const BASE = 'http://nowhere.invalid';

export function readNextPath(next: string | null): string {
  // Browsers read a backslash as a slash and skip tabs and line breaks: `/\evil.example` is `//evil.example`.
  if (next === null || !/^\/[^/\\]/.test(next) || /[\\\p{Cc}]/u.test(next)) return PAGES.inbox;
  const url = URL.parse(next, BASE);
  if (url === null || url.origin !== BASE) return PAGES.inbox;
  if (!DESTINATIONS.some((path) => path.test(url.pathname))) return PAGES.inbox;
  return url.pathname + url.search + url.hash;
}

/** `/sign-in?next=…`, without `next` when it is the default. */
export function withNext(path: string, next: string): string {
  return next === PAGES.inbox || next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;
}
