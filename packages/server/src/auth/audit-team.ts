// Who is invited stands in the audit log. After the fact, because the library keeps its transaction to itself: an
// entry that cannot be written is logged, and what was done stays done.

import { type AuditAction, recordAudit } from '../audit/record-audit.ts';
import { fromUuid } from '../base/ids.ts';
import { describeError, type Logger } from '../base/log.ts';
import { scopeWithin } from '../db/account-scope.ts';
import { inTransaction } from '../db/installation.ts';
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
  const caller = { accountId: fromUuid(String(account)), actor: `user_${user.id}` } as const;
  const invitation = fromUuid(String(done.id ?? body.invitationId)).slice(0, INVITATION_ID_SHOWN);
  const details = done.role === undefined ? {} : { role: done.role };
  await inTransaction(db, (transaction) =>
    recordAudit(scopeWithin(transaction, caller), action, `inv_${invitation}`, details),
  ).catch((error: unknown) => logger.error({ ...describeError(error), action }, 'not in the audit log'));
}

/** Its id up to the random part, which is as good as a key: whoever may read the log must not come in by it. */
const INVITATION_ID_SHOWN = 16;
