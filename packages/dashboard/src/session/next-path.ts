// Where to go after signing in. Only a page of ours: `?next=//evil.example` must not lead anyone away.

import { PATHS } from '../paths.ts';

const NOT_AFTER_SIGN_IN: readonly string[] = [
  PATHS.signIn,
  PATHS.signUp,
  PATHS.forgotPassword,
  PATHS.resetPassword,
  PATHS.twoFactor,
  PATHS.welcome,
];
const DESTINATIONS = Object.values(PATHS)
  .filter((path) => !NOT_AFTER_SIGN_IN.includes(path))
  .map((path) => new RegExp(`^${path.replace(/:\w+/g, '[\\w.~%-]+')}$`));
const NOWHERE = 'http://nowhere.invalid';

export function readNextPath(next: string | null): string {
  // Browsers read a backslash as a slash and skip tabs and line breaks: `/\evil.example` is `//evil.example`.
  if (next === null || !/^\/[^/\\]/.test(next) || /[\\\p{Cc}]/u.test(next)) return PATHS.inbox;
  const url = URL.parse(next, NOWHERE);
  if (url === null || url.origin !== NOWHERE) return PATHS.inbox;
  if (!DESTINATIONS.some((path) => path.test(url.pathname))) return PATHS.inbox;
  return url.pathname + url.search + url.hash;
}

/** `/sign-in?next=…`, with `next` left out when it says nothing. */
export function withNext(path: string, next: string): string {
  return next === PATHS.inbox || next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;
}
