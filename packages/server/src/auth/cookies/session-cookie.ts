// The session cookie, which the library sets: the session's token and a signature.

import { COOKIE_PREFIX } from './cookie-prefix.ts';
import { readCookie } from './read-cookie.ts';

const NAME = `${COOKIE_PREFIX}.session_token`;
const SECURE_NAME = `__Secure-${NAME}`;

export const hasSessionCookie = ({
  headers: { cookie },
}: {
  readonly headers: { readonly cookie?: string | undefined };
}): boolean => readCookie(cookie, NAME) !== null || readCookie(cookie, SECURE_NAME) !== null;

/** The token that the cookie claims to have. Only the library checks its signature. */
export function readSessionToken(cookies: string, isSecure: boolean): string | null {
  const signed = readCookie(cookies, isSecure ? SECURE_NAME : NAME);
  return signed?.split('.', 1)[0] ?? null;
}
