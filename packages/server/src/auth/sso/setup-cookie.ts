// Keeps the setup token while the first person is at the provider.

import { COOKIE_PREFIX } from '../cookies/cookie-prefix.ts';
import { readCookie } from '../cookies/read-cookie.ts';

const MAX_AGE_SECONDS = 10 * 60;
const MAX_LENGTH = 100;

/** An empty token deletes the cookie. */
export const setupCookie = (token: string, isSecure: boolean): string =>
  `${cookieName(isSecure)}=${encodeURIComponent(token.slice(0, MAX_LENGTH))}; Max-Age=${token === '' ? 0 : MAX_AGE_SECONDS}; Path=/api/auth; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

export const readSetupCookie = (cookies: string | undefined, isSecure: boolean): string | null =>
  readCookie(cookies, cookieName(isSecure));

const cookieName = (isSecure: boolean): string => `${isSecure ? '__Secure-' : ''}${COOKIE_PREFIX}.setup`;
