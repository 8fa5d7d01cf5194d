// Recognizes the browsers a user has signed in with, by a long-lived random cookie. Unlike a fingerprint of user agent
// and network, it survives updates and travel. We store its hash per user, so it needs no signature: a value that we
// didn't issue to this user is simply unknown. Sign-ins from a known browser have a counter of their own, so that strangers
// who guess a person's password can't lock them out, not even from the same network.

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Installation } from '../../platform/db/installation.ts';
import { COOKIE_PREFIX } from './cookie-prefix.ts';
import { readCookie } from './read-cookie.ts';

/** Browsers keep cookies for up to 400 days. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
/** Per user; the ones unseen for longest are forgotten first. */
const MAX_DEVICES = 50;
export const KEEP_DEVICES_MS = MAX_AGE_SECONDS * 1000;

/** Null if the browser has none, or one we didn't issue. */
export function readDeviceToken(cookies: string | undefined, isSecure: boolean): string | null {
  const value = readCookie(cookies, cookieName(isSecure));
  return value !== null && TOKEN.test(value) ? value : null;
}

export const deviceCookie = (token: string, isSecure: boolean): string =>
  `${cookieName(isSecure)}=${token}; Max-Age=${MAX_AGE_SECONDS}; Path=/api/auth; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

const cookieName = (isSecure: boolean): string => `${isSecure ? '__Secure-' : ''}${COOKIE_PREFIX}.device`;

/** Identifies the browser if somebody has signed in with this email from it before. */
export async function findKnownDevice(
  db: Installation,
  email: string,
  token: string | null,
): Promise<string | null> {
  if (token === null) return null;
  const { rows } = await sql<{ device: string }>`
    select encode(d.token_hash, 'hex') as device
    from leadline.known_devices d join leadline.users u on u.id = d.user_id
    where u.email = ${email.toLowerCase()} and d.token_hash = ${hashOf(token)}`.execute(db);
  return rows[0]?.device ?? null;
}

/** The same for a user whose password was correct. */
export async function findDeviceOf(
  db: Installation,
  userId: string,
  token: string | null,
): Promise<string | null> {
  if (token === null) return null;
  const { rows } = await sql<{ device: string }>`
    select encode(token_hash, 'hex') as device from leadline.known_devices
    where user_id = ${userId} and token_hash = ${hashOf(token)}`.execute(db);
  return rows[0]?.device ?? null;
}

/** Whether the user has signed in with this browser before, which is noted. */
export async function touchDevice(db: Installation, userId: string, token: string): Promise<boolean> {
  const { rows } = await sql`
    update leadline.known_devices set last_seen_at = now()
    where user_id = ${userId} and token_hash = ${hashOf(token)}
    returning user_id`.execute(db);
  return rows.length > 0;
}

/** Returns the token of a browser that is new to the user. It is always a new one: somebody else may know the token that
 * the browser had. */
export async function addDevice(db: Installation, userId: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await sql`
    insert into leadline.known_devices (user_id, token_hash)
    select u.id, ${hashOf(token)} from leadline.users u where u.id = ${userId}`.execute(db);
  await forgetOldest(db, userId);
  return token;
}

/** For users who lock out everyone else: a browser that somebody else used must not stay known. */
export async function forgetOtherDevices(
  db: Installation,
  userId: string,
  token: string | null,
): Promise<void> {
  await sql`
    delete from leadline.known_devices
    where user_id = ${userId} and token_hash is distinct from ${token === null ? null : hashOf(token)}::bytea`.execute(
    db,
  );
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

async function forgetOldest(db: Installation, userId: string): Promise<void> {
  await sql`
    delete from leadline.known_devices d where d.user_id = ${userId} and d.token_hash in (
      select token_hash from leadline.known_devices where user_id = ${userId}
      order by last_seen_at desc offset ${MAX_DEVICES}
    )`.execute(db);
}
