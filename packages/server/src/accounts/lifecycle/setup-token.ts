// Allows the first person to sign up. The token is printed where only the operator sees it, so that a stranger who finds
// a new installation first can't take it over. Every API process accepts every token, because they are in the database.

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Installation } from '../../platform/db/installation.ts';

export const SETUP_TOKEN_HOURS = 24;

/** Null if somebody has already signed up. */
export async function createSetupToken(db: Installation): Promise<string | null> {
  if (await hasUsers(db)) return null;
  const token = randomBytes(16).toString('base64url');
  await db
    .deleteFrom('setup_tokens')
    .where('expires_at', '<=', sql<Date>`now()`)
    .where('user_id', 'is', null)
    .execute();
  await db
    .insertInto('setup_tokens')
    .values({
      hash: hash(token),
      expires_at: sql<Date>`now() + make_interval(hours => ${SETUP_TOKEN_HOURS})`,
      user_id: null,
    })
    .execute();
  return token;
}

/** The token is in the fragment, which browsers don't send, so that no proxy logs it. */
export const setupLink = (publicUrl: string, token: string): string => `${publicUrl}/sign-up#setup=${token}`;

export async function hasUsers(db: Installation): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function isSetupToken(db: Installation, token: unknown): Promise<boolean> {
  if (typeof token !== 'string') return false;
  const found = await db
    .selectFrom('setup_tokens')
    .select('hash')
    .where('hash', '=', hash(token))
    .where('user_id', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Remembers who signed up with the token, and invalidates all others. */
export async function redeemSetupToken(db: Installation, token: string, email: string): Promise<void> {
  await db
    .updateTable('setup_tokens')
    .set(({ selectFrom }) => ({
      user_id: selectFrom('users').select('id').where('email', '=', email.toLowerCase()),
    }))
    .where('hash', '=', hash(token))
    .where('user_id', 'is', null)
    .execute();
  await db.deleteFrom('setup_tokens').where('user_id', 'is', null).execute();
}

/** Whether the user signed up with a setup token. */
export async function isSetUpBy(db: Installation, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('setup_tokens')
    .select('hash')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

const hash = (token: string): Buffer => createHash('sha256').update(token.trim()).digest();
