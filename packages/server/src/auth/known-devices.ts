// Recognizes the browsers a user has signed in with, by a long-lived random cookie. Unlike a fingerprint of user agent
// and network, it survives updates and travel. We store its hash per user, so it needs no signature: a value that we
// didn't issue to this user is simply unknown.

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Installation } from '../db/installation.ts';
import { COOKIE_PREFIX } from './cookie-prefix.ts';

/** Browsers keep cookies for up to 400 days. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
/** Per user; the ones unseen for longest are forgotten first. */
const MAX_DEVICES = 50;
export const KEEP_DEVICES_MS = MAX_AGE_SECONDS * 1000;

/** Null if the browser has none, or one we didn't issue. */
export function readDeviceToken(cookies: string | undefined, isSecure: boolean): string | null {
  const name = `${cookieName(isSecure)}=`;
  const value = (cookies ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(name))
    ?.slice(name.length);
  return value !== undefined && TOKEN.test(value) ? value : null;
}

export const makeDeviceToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

export const deviceCookie = (token: string, isSecure: boolean): string =>
  `${cookieName(isSecure)}=${token}; Max-Age=${MAX_AGE_SECONDS}; Path=/api/auth; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

const cookieName = (isSecure: boolean): string => `${isSecure ? '__Secure-' : ''}${COOKIE_PREFIX}.device`;

/** Remembers the browser. Returns whether the user had used it before. */
export async function rememberDevice(db: Installation, userId: string, token: string): Promise<boolean> {
  const hash = createHash('sha256').update(token).digest();
  const { rows } = await sql<{ is_new: boolean }>`
    insert into leadline.known_devices as d (user_id, token_hash)
    select u.id, ${hash} from leadline.users u where u.id = ${userId}
    on conflict (user_id, token_hash) do update set last_seen_at = now()
    returning xmax = 0 as is_new`.execute(db);
  const isNew = rows[0]?.is_new ?? false;
  if (isNew) await forgetOldest(db, userId);
  return !isNew;
}

async function forgetOldest(db: Installation, userId: string): Promise<void> {
  await sql`
    delete from leadline.known_devices d where d.user_id = ${userId} and d.token_hash in (
      select token_hash from leadline.known_devices where user_id = ${userId}
      order by last_seen_at desc offset ${MAX_DEVICES}
    )`.execute(db);
}
