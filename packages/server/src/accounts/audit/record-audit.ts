// Adds an audit log entry in the same transaction as the change. Entries contain IDs and counts, never personal data.

import { sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import { makeId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';

export const AUDIT_ACTIONS = [
  'account.ai_changed',
  'account.created',
  'account.deletion_cancelled',
  'account.deletion_requested',
  'account.exported',
  'account.exports_changed',
  'account.rep_leads_changed',
  'account.origins_changed',
  'account.plan_changed',
  'account.profile_changed',
  'account.renamed',
  'account.sessions_changed',
  'account.two_factor_changed',
  'crm.changed',
  'crm.connected',
  'crm.disconnected',
  'crm.paused',
  'import.cancelled',
  'import.finished',
  'import.refused_exported',
  'import.started',
  'import.undo_started',
  'import.undone',
  'key.created',
  'key.revoked',
  'key.rotated',
  'lead.deleted',
  'leads.exported',
  'member.invited',
  'member.joined',
  'member.left',
  'member.removed',
  'member.role_changed',
  'member.uninvited',
  'model.drift_acknowledged',
  'model.published',
  'model.training_started',
  'person.erased',
  'person.exported',
  'retention.applied',
  'retention.changed',
  'routing.changed',
  'settings.published',
  'settings.rescore_started',
  'webhook.changed',
  'webhook.created',
  'webhook.deleted',
  'webhook.disabled',
  'webhook.secret_rotated',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Entries are kept permanently and nobody can delete them, so an account can't add any number of them. */
export const MAX_CHANGES_PER_DAY = 20_000;
const RETRY_AFTER_SECONDS = 60 * 60;

/** These take away access or data. An owner must be able to clean up after a leaked key, however many changes it made. */
const ALWAYS_ALLOWED: ReadonlySet<AuditAction> = new Set([
  'account.deletion_requested',
  'account.exports_changed',
  'account.rep_leads_changed',
  'account.sessions_changed',
  'account.two_factor_changed',
  'crm.disconnected',
  'key.revoked',
  'lead.deleted',
  'member.left',
  'member.removed',
  'member.role_changed',
  'member.uninvited',
  'person.erased',
  'webhook.deleted',
]);

/** Throws if keys or users of the account made too many changes in the last 24 hours. Counts all entries, but the
 * operator and the system are never stopped. */
export async function recordAudit(
  { transaction, accountId, actor }: AccountScope,
  action: AuditAction,
  subject: string,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const isLimited = /^(?:key|user)_/.test(actor) && !ALWAYS_ALLOWED.has(action);
  const mayRecord = isLimited
    ? sql<boolean>`leadline.recent_changes(${accountId}, ${MAX_CHANGES_PER_DAY}) < ${MAX_CHANGES_PER_DAY}`
    : sql<boolean>`true`;
  const { numAffectedRows } = await sql`
    insert into leadline.audit_log (account_id, id, actor, action, subject, details)
    select ${accountId}, ${makeId()}, ${actor}, ${action}, ${subject}, ${JSON.stringify(details)}
    where ${mayRecord}`.execute(transaction);
  if (numAffectedRows === 0n)
    throw new DomainError(
      'too_many_changes',
      `an account can make ${MAX_CHANGES_PER_DAY} changes in 24 hours; please try again later`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
}
