// What an account demands of its members: two-factor sign-in, how long their sessions last, and who may export leads.

import type { AccountSecurity, AccountSecurityResult, LeadExports, RepLeads, Role } from '@leadline/contract';
import { fromUuid, showId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { type AuditAction, recordAudit } from '../audit/record-audit.ts';

/** The least role that may download leads in bulk. */
export const EXPORT_ROLES: Readonly<Record<LeadExports, Role>> = {
  owners: 'owner',
  reps: 'rep',
  everyone: 'viewer',
};

/** Whether a member only sees their own leads and those that are nobody's. */
export const isLimited = (role: Role, repLeads: RepLeads): boolean => role === 'rep' && repLeads === 'own';

type Rules = Required<AccountSecurity>;

export async function readSecurity(scope: AccountScope): Promise<AccountSecurityResult['data']> {
  const { transaction, accountId } = scope;
  const rules = await selectRules(scope).executeTakeFirstOrThrow();
  const members = await transaction
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.user_id')
    .where('m.account_id', '=', accountId)
    .where('u.two_factor_enabled', '=', true)
    .execute();
  return {
    ...rules,
    with_two_factor: members.map(({ user_id }) => showId('user', fromUuid(user_id))),
  };
}

/** Applies to all sessions at once. Each rule has an entry of its own in the audit log. */
export async function changeSecurity(scope: AccountScope, changes: AccountSecurity): Promise<void> {
  const before = await selectRules(scope).forNoKeyUpdate().executeTakeFirstOrThrow();
  const after: Rules = { ...before, ...changes };
  await scope.transaction.updateTable('accounts').set(after).where('id', '=', scope.accountId).execute();
  const record = async (action: AuditAction, details: Readonly<Record<string, unknown>>): Promise<void> => {
    if (Object.keys(details).length > 0)
      await recordAudit(scope, action, showId('acct', scope.accountId), details);
  };
  const changed = (name: keyof Rules, shown: string): Record<string, unknown> =>
    before[name] === after[name] ? {} : { [shown]: { from: before[name], to: after[name] } };
  if (before.requires_two_factor !== after.requires_two_factor)
    await record('account.two_factor_changed', { required: after.requires_two_factor });
  await record('account.exports_changed', changed('lead_exports', 'allowed'));
  await record('account.rep_leads_changed', changed('rep_leads', 'visible'));
  await record('account.sessions_changed', {
    ...changed('session_idle_minutes', 'idle_minutes'),
    ...changed('session_max_hours', 'max_hours'),
  });
}

const selectRules = ({ transaction, accountId }: AccountScope) =>
  transaction
    .selectFrom('accounts')
    .select(['requires_two_factor', 'lead_exports', 'rep_leads', 'session_idle_minutes', 'session_max_hours'])
    .where('id', '=', accountId);
