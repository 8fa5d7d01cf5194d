// Who is invited stands in the audit log. After the fact, because the library keeps its transaction to itself: an
// entry that cannot be written is logged, and what was done stays done.

import type { AuditAction } from '../audit/record-audit.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { fromUuid } from '../base/ids.ts';
import { describeError, type Logger } from '../base/log.ts';
import type { Sessions, SignedIn } from './sessions.ts';

export type TeamAction = Extract<AuditAction, 'member.invited' | 'member.uninvited'>;
type Fields = Readonly<Record<string, unknown>>;

/** `body` is what was asked for, `answer` what the library said. */
export async function auditTeam(
  { db }: Sessions,
  { user, accountId }: SignedIn,
  action: TeamAction,
  body: Fields,
  answer: Fields,
  logger: Logger,
): Promise<void> {
  const done = (answer.invitation ?? answer) as Fields;
  const account = done.organizationId ?? body.organizationId ?? accountId;
  await recordAudit(
    db,
    fromUuid(String(account)),
    `user_${user.id}`,
    action,
    `inv_${fromUuid(String(done.id ?? body.invitationId)).slice(0, INVITATION_ID_SHOWN)}`,
    done.role === undefined ? {} : { role: done.role },
  ).catch((error: unknown) => logger.error({ ...describeError(error), action }, 'not in the audit log'));
}

/** Its id up to the random part, which is as good as a key: whoever may read the log must not come in by it. */
const INVITATION_ID_SHOWN = 16;
