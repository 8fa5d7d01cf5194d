// What depends on a member, to be shown before they are removed or become a viewer.

import type { MemberDuties } from '@leadline/contract';
import { sql } from 'kysely';
import { findWorkers, listTeam } from '../../accounts/team/team.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import { fromUuid, showId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { findRouting } from './manage-routing.ts';

const MAX_COUNTED = 1_000;

export async function readMemberDuties(scope: AccountScope, userId: string): Promise<MemberDuties['data']> {
  const team = await listTeam(scope);
  if (!team.some(({ user_id }) => user_id === showId('user', userId)))
    throw new DomainError('not_found', 'no such member');
  const leads = await countOpenLeads(scope, userId);
  return {
    open_leads: Math.min(leads, MAX_COUNTED),
    is_capped: leads > MAX_COUNTED,
    rules: await listRules(scope, userId),
    keys: await listKeys(scope, userId),
  };
}

async function countOpenLeads({ transaction, accountId }: AccountScope, userId: string): Promise<number> {
  const { rows } = await sql<{ leads: number }>`
    select count(*)::integer as leads from (
      select from leadline.leads l
      where l.account_id = ${accountId} and l.assignee = ${userId} and l.outcome = 'open'
      limit ${MAX_COUNTED + 1}
    ) counted`.execute(transaction);
  return rows[0]?.leads ?? 0;
}

async function listRules(scope: AccountScope, userId: string): Promise<MemberDuties['data']['rules']> {
  const rules = (await findRouting(scope))?.rules.filter(({ assignees }) => assignees.includes(userId)) ?? [];
  const others = new Set(await findWorkers(scope));
  others.delete(userId);
  return rules.map(({ name, assignees }) => ({
    name,
    is_only_person: !assignees.some((assignee) => others.has(assignee)),
  }));
}

/** The audit log knows who created a key. */
async function listKeys(
  { transaction, accountId }: AccountScope,
  userId: string,
): Promise<MemberDuties['data']['keys']> {
  const { rows } = await sql<{ id: string; name: string }>`
    select k.id, k.name from leadline.api_keys k
    where k.account_id = ${accountId} and (k.expires_at is null or k.expires_at > now())
      and exists (
        select from leadline.audit_log a
        where a.account_id = ${accountId} and a.actor = ${showId('user', userId)} and a.action = 'key.created'
          and a.subject = 'key_' || replace(k.id::text, '-', '')
      )
    order by k.name, k.id`.execute(transaction);
  return rows.map(({ id, name }) => ({ key_id: showId('key', fromUuid(id)), name }));
}
