// Adds invitations to the audit log. This runs after the fact, because we cannot join the library's transaction: if it fails,
// we log an error and the invitation stands.

import { type AuditAction, recordAudit } from '../audit/record-audit.ts';
import { fromUuid } from '../base/ids.ts';
import { describeError, type Logger } from '../base/log.ts';
import { scopeWithin } from '../db/account-scope.ts';
import { inTransaction } from '../db/installation.ts';
import type { Sessions, SignedIn } from './sessions.ts';

export type TeamAction = Extract<AuditAction, 'member.invited' | 'member.uninvited'>;
type Fields = Readonly<Record<string, unknown>>;

/** `body` is the request and `answer` the library's response. */
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
  ).catch((error: unknown) =>
    logger.error({ ...describeError(error), action }, 'failed to write audit log entry'),
  );
}

/** Leaves out the random part of the ID: it works like a key, and readers of the log must not be able to join with it. */
const INVITATION_ID_SHOWN = 16;
