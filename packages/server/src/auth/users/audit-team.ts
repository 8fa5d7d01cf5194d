// Adds invitations to the audit log. We can't join the library's transaction, so this happens afterwards. If it fails,
// we log an error and keep the invitation.

import { type AuditAction, recordAudit } from '../../accounts/audit/record-audit.ts';
import { fromUuid } from '../../platform/base/ids.ts';
import { describeError, type Logger } from '../../platform/base/log.ts';
import { actingAs, scopeWithin } from '../../platform/db/account-scope.ts';
import { inTransaction } from '../../platform/db/installation.ts';
import type { Sessions, SignedIn } from '../sessions/sessions.ts';

export type TeamAction = Extract<AuditAction, 'member.invited' | 'member.uninvited'>;
type Fields = Readonly<Record<string, unknown>>;

/** `body` is the request body and `answer` is the library's response. */
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
  const caller = actingAs(`user_${user.id}`, fromUuid(String(account)));
  const invitation = fromUuid(String(done.id ?? body.invitationId)).slice(0, INVITATION_ID_SHOWN);
  const details = done.role === undefined ? {} : { role: done.role };
  await inTransaction(db, (transaction) =>
    recordAudit(scopeWithin(transaction, caller), action, `inv_${invitation}`, details),
  ).catch((error: unknown) =>
    logger.error({ ...describeError(error), action }, 'failed to write audit log entry'),
  );
}

/** Leaves out the random part of the ID. It works like a key, and people who can read the log must not be able to join
 * with it. */
const INVITATION_ID_SHOWN = 16;
