// A user's own sessions: where they are signed in, and signing out elsewhere. Never with a token.

import { sql } from 'kysely';
import { fromUuid, toUuid } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { isWithinLimits } from './session-state.ts';

export interface OwnSession {
  readonly id: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

export async function listSessions(db: Installation, userId: string): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions as s')
    .select(['s.id', 's.ip_address as ipAddress', 's.user_agent as userAgent'])
    .select(['s.created_at as createdAt', 's.last_used_at as lastUsedAt'])
    .where('s.user_id', '=', userId)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where(isWithinLimits)
    .orderBy('s.id')
    .execute();
  return rows.map(({ id, ...rest }) => ({ id: fromUuid(id), ...rest }));
}

/** Does nothing if the session belongs to somebody else. */
export async function endSession(db: Installation, userId: string, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', toUuid(sessionId)).where('user_id', '=', userId).execute();
}

export async function endOtherSessions(db: Installation, userId: string, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', sessionId).execute();
}
