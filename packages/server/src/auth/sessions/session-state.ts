// Whether a session is still good: it ends when it isn't used for long, and after a time in any case. The accounts of its
// user decide how long; see sql/session_ends_at.sql. The library only knows the most that any account can allow.

import { type RawBuilder, sql } from 'kysely';
import type { Installation } from '../../platform/db/installation.ts';
import { type SsoAge, ssoAge } from '../sso/sso-checks.ts';

export interface SessionState {
  readonly isOver: boolean;
  /** Null unless it was opened by single sign-on. */
  readonly ssoAge: SsoAge | null;
}

/** The condition that the limits of a session allow it. `s` is how the query calls the sessions. */
export const isWithinLimits: RawBuilder<boolean> = sql<boolean>`
  leadline.session_ends_at(s.user_id, s.created_at, s.last_used_at) > now()`;

/** Notes that the session is used, once a minute at most. Requests that nobody asked for, such as those of an open tab that
 * nobody looks at, don't count. Null if the session is gone. */
export async function readSessionState(
  db: Installation,
  sessionId: string,
  isUsed: boolean,
): Promise<SessionState | null> {
  const { rows } = await sql<SessionState>`
    with found as (
      select s.id, s.last_used_at, not ${isWithinLimits} as "isOver", ${ssoAge} as "ssoAge"
      from leadline.sessions s where s.id = ${sessionId}
    ), used as (
      update leadline.sessions u set last_used_at = now() from found f
      where u.id = f.id and ${isUsed} and not f."isOver" and f.last_used_at < now() - interval '1 minute'
    )
    select "isOver", "ssoAge" from found`.execute(db);
  return rows[0] ?? null;
}
