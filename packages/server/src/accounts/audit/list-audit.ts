// Lists an account's audit log, newest first.

import type { AuditPage, AuditQuery } from '@leadline/contract';
import { sql } from 'kysely';
import { firstIdOf, fromUuid, showId, timeOfId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { SECURITY_ACTIONS } from './security-actions.ts';

type Entry = AuditPage['data'][number];
export type UnnamedEntry = Omit<Entry, 'actor_name' | 'subject_name'>;

export interface AuditFilter extends Pick<AuditQuery, 'actor' | 'category'> {
  readonly limit: number;
  readonly from: Date | null;
  /** Exclusive. */
  readonly to: Date | null;
  /** Entries before this one. */
  readonly cursor: string | null;
}

/** One more entry than `limit`, if there are that many. */
export async function listAudit(scope: AccountScope, filter: AuditFilter): Promise<UnnamedEntry[]> {
  const { limit, category, actor, from, to, cursor } = filter;
  const rows = await scope.transaction
    .selectFrom('audit_log as a')
    .selectAll()
    .where('a.account_id', '=', scope.accountId)
    .$if(category === 'security', (query) => query.where('a.action', 'in', SECURITY_ACTIONS))
    .$if(actor !== undefined, (query) => query.where('a.actor', '=', actor as string))
    .$if(from !== null, (query) => query.where('a.id', '>=', firstIdOf(from as Date)))
    .$if(to !== null, (query) => query.where('a.id', '<', firstIdOf(to as Date)))
    .$if(cursor !== null, (query) => query.where('a.id', '<', cursor as string))
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(({ id, actor, action, subject, details }) => ({
    entry_id: showId('audit', fromUuid(id)),
    at: timeOfId(fromUuid(id)).toISOString(),
    actor,
    action,
    subject,
    details: details as unknown,
  }));
}

/** The log only has IDs, so that names can be forgotten. */
export async function nameEntries(scope: AccountScope, entries: readonly UnnamedEntry[]): Promise<Entry[]> {
  const names = await findNames(
    scope,
    entries.flatMap(({ actor, subject }) => [actor, subject]),
  );
  return entries.map(({ entry_id, at, actor, action, subject, details }) => ({
    entry_id,
    at,
    actor,
    actor_name: names.get(actor) ?? null,
    action,
    subject,
    subject_name: names.get(subject) ?? null,
    details,
  }));
}

async function findNames(
  { transaction }: AccountScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const users = ids.filter((id) => /^user_[0-9a-f]{32}$/.test(id)).map((id) => id.slice('user_'.length));
  const invitations = ids.filter((id) => id.startsWith('inv_')).map((id) => id.slice('inv_'.length));
  if (users.length + invitations.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string; email: string; is_former: boolean }>`
    select id, name, email, is_former
    from leadline.names_of(${[...new Set(users)]}::uuid[], ${[...new Set(invitations)]}::text[])`.execute(
    transaction,
  );
  return new Map(
    rows.map(({ id, name, email, is_former }) => [
      id,
      is_former && name !== '' ? `${name} (${email})` : name || email,
    ]),
  );
}
