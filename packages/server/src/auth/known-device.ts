// A cookie that says this browser has signed in as a person before. Their sign-ins from it have a counter of their own, so
// that strangers who guess passwords can't lock them out, not even from the same network.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Auth } from './auth.ts';
import { COOKIE_PREFIX } from './cookie-prefix.ts';

const NAME = `${COOKIE_PREFIX}.device`;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The device's ID, or null if nobody has signed in with this email from this browser. */
export function findKnownDevice(auth: Auth, cookie: string | undefined, email: string): string | null {
  const value = cookie?.split('; ').find((pair) => pair.startsWith(`${NAME}=`));
  const [id = '', signature = ''] = value?.slice(NAME.length + 1).split('.') ?? [];
  const expected = sign(auth, id, email);
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}

/** A Set-Cookie header. A browser remembers only the last person who signed in. */
export function rememberDevice(auth: Auth, email: string): string {
  const id = randomBytes(16).toString('base64url');
  const value = `${id}.${sign(auth, id, email).toString('base64url')}`;
  const secure = auth.options.advanced.useSecureCookies ? '; Secure' : '';
  return `${NAME}=${value}; Path=/api/auth/sign-in; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

const sign = ({ options }: Auth, id: string, email: string): Buffer =>
  createHmac('sha256', options.secret)
    .update(JSON.stringify(['known device', id, email.toLowerCase()]))
    .digest();
