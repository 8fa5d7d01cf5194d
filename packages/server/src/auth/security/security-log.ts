// Records what happens to a user's sign-in. Owners see the events of their members, and users see their own. Events are
// limited by user, kind and time, so that an attacker can't fill the disk by failing to sign in.

import { sql } from 'kysely';
import { firstIdOf, makeId } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';
import type { Client } from './client.ts';

export const SIGN_IN_ACTIONS = [
  'user.backup_code_used',
  'user.backup_codes_renewed',
  'user.password_changed',
  'user.password_reset',
  'user.session_revoked',
  'user.sessions_revoked',
  'user.sign_in_failed',
  'user.signed_in',
  'user.signed_out',
  'user.signed_up',
  'user.sso_linked',
  'user.two_factor_off',
  'user.two_factor_on',
  'user.wrong_code',
] as const;

export type SecurityAction = (typeof SIGN_IN_ACTIONS)[number];

export interface SecurityEvent {
  readonly action: SecurityAction;
  /** How the user signed in. Never personal data. */
  readonly details?: Readonly<Record<string, string>>;
}

const HOUR_MS = 60 * 60 * 1000;
/** Per user and kind of event. Further events are not recorded. */
export const MAX_EVENTS_PER_HOUR = 10;
export const MAX_EVENTS_PER_DAY = 50;
export const KEEP_SECURITY_EVENTS_MS = 90 * 24 * HOUR_MS;

export const recordSecurityEvent = (
  db: Installation,
  userId: string,
  event: SecurityEvent,
  client: Client,
): Promise<void> => insertEvent(db, sql`u.id = ${userId}`, event, client);

/** Stores nothing if nobody has this email. */
export const recordFailedSignIn = (db: Installation, email: string, client: Client): Promise<void> =>
  insertEvent(
    db,
    sql`u.email = ${email.toLowerCase()}`,
    { action: 'user.sign_in_failed', details: { step: 'password' } },
    client,
  );

async function insertEvent(
  db: Installation,
  user: ReturnType<typeof sql>,
  { action, details = {} }: SecurityEvent,
  { device, network }: Client,
): Promise<void> {
  const now = Date.now();
  const count = (since: number) => sql`(
    select count(*) from leadline.security_events e
    where e.user_id = u.id and e.id >= ${firstIdOf(new Date(since))}::uuid and e.action = ${action}
  )`;
  await sql`
    insert into leadline.security_events (user_id, id, action, details, device, network)
    select u.id, ${makeId()}::uuid, ${action}, ${JSON.stringify(details)}::jsonb, ${device}, ${network}
    from leadline.users u
    where ${user} and ${count(now - HOUR_MS)} < ${MAX_EVENTS_PER_HOUR}
      and ${count(now - 24 * HOUR_MS)} < ${MAX_EVENTS_PER_DAY}`.execute(db);
}
