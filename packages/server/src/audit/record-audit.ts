// Adds an audit log entry in the same transaction as the change. Entries contain IDs and counts, never personal data.

import { makeId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';

export type AuditAction =
  | 'account.ai_changed'
  | 'account.created'
  | 'account.deletion_cancelled'
  | 'account.deletion_requested'
  | 'account.exported'
  | 'account.plan_changed'
  | 'import.cancelled'
  | 'import.finished'
  | 'import.started'
  | 'key.created'
  | 'key.revoked'
  | 'key.rotated'
  | 'lead.deleted'
  | 'member.invited'
  | 'member.joined'
  | 'member.left'
  | 'member.removed'
  | 'member.role_changed'
  | 'member.uninvited'
  | 'person.erased'
  | 'person.exported'
  | 'retention.applied'
  | 'retention.changed'
  | 'webhook.changed'
  | 'webhook.created'
  | 'webhook.deleted'
  | 'webhook.disabled'
  | 'webhook.secret_rotated';

export async function recordAudit(
  { transaction, accountId, actor }: AccountScope,
  action: AuditAction,
  subject: string,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await transaction
    .insertInto('audit_log')
    .values({
      account_id: accountId,
      id: makeId(),
      actor,
      action,
      subject,
      details: JSON.stringify(details),
    })
    .execute();
}
