// Lists recent requests, newest first. Includes requests made with test keys, because people often try out a new form
// with a test key.

import type { ListedRequest, Received, ReceivedQuery } from '@leadline/contract';
import { sql } from 'kysely';
import { fromUuid, showId, timeOfId } from '../../platform/base/ids.ts';
import {
  type AccountCaller,
  type AccountDatabase,
  type AccountScope,
  enterAccount,
  inDatabaseOf,
} from '../../platform/db/account-scope.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** A list of 100 bodies could take ten megabytes. Bodies beyond this are cut to their beginning. */
const MAX_LIST_BYTES = 512 * 1024;
const CUT_LENGTH = 500;

export async function listRequests(
  db: AccountDatabase,
  { accountId, ...caller }: AccountCaller,
  { status, limit = 50 }: ReceivedQuery,
): Promise<ListedRequest[]> {
  const accounts = await inDatabaseOf(db, accountId, (database) =>
    database
      .selectFrom('accounts as a')
      .select(['a.id', 'a.test_of'])
      .where((e) => e.or([e('a.id', '=', accountId), e('a.test_of', '=', accountId)]))
      .execute(),
  );
  const received: ListedRequest[] = [];
  // One after the other, because a request takes one connection at a time.
  for (const { id, test_of } of accounts) {
    const rows = await enterAccount(db, { ...caller, accountId: id }, (scope) =>
      readNewest(scope, status, limit),
    );
    received.push(
      ...rows.map((row) => ({
        ...toReceived(row, modeOf(test_of)),
        key_name: row.key_name,
        person: row.person,
      })),
    );
  }
  return received.toSorted((a, b) => (a.request_id < b.request_id ? 1 : -1)).slice(0, limit);
}

/** A name if there is one. */
const PERSON = sql<string | null>`coalesce(
  nullif(l.lead->>'name', ''), nullif(l.lead->>'email', ''), nullif(l.lead->>'phone', ''))`;

type LoggedRequest = Tables['received'];

interface ListedRow extends LoggedRequest {
  readonly key_name: string | null;
  readonly person: string | null;
}

/** Row-level security limits each query to one account. */
function readNewest(
  scope: AccountScope,
  status: ReceivedQuery['status'],
  limit: number,
): Promise<ListedRow[]> {
  const bytes = sql`sum(octet_length(r.body)) over (order by r.id desc)`;
  const isLong = sql<boolean>`${bytes} > ${MAX_LIST_BYTES} and length(r.body) > ${CUT_LENGTH}`;
  const rows = scope.transaction
    .selectFrom('received as r')
    .leftJoin('api_keys as k', (join) =>
      join.onRef('k.id', '=', 'r.key_id').onRef('k.account_id', '=', 'r.account_id'),
    )
    .leftJoin('leads as l', (join) =>
      join.onRef('l.account_id', '=', 'r.account_id').onRef('l.id', '=', 'r.lead_id'),
    )
    .select(['k.name as key_name', PERSON.as('person')])
    .select([
      'r.account_id',
      'r.id',
      'r.path',
      'r.content_type',
      'r.status',
      'r.code',
      'r.error',
      'r.lead_id',
      'r.key_id',
      'r.tool',
    ])
    .select(sql<string>`case when ${isLong} then left(r.body, ${CUT_LENGTH}) else r.body end`.as('body'))
    .select(sql<boolean>`r.is_cut or ${isLong}`.as('is_cut'))
    .where('r.account_id', '=', scope.accountId);
  return (status === undefined ? rows : rows.where('r.lead_id', status === 'taken' ? 'is not' : 'is', null))
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();
}

export async function findMode({ transaction, accountId }: AccountScope): Promise<Received['mode']> {
  const { test_of } = await transaction
    .selectFrom('accounts as a')
    .select('a.test_of')
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
  return modeOf(test_of);
}

const modeOf = (testOf: string | null): Received['mode'] => (testOf === null ? 'live' : 'test');

export const toReceived = (row: Tables['received'], mode: Received['mode']): Received => {
  const id = fromUuid(row.id);
  return {
    request_id: showId('req', id),
    received_at: timeOfId(id).toISOString(),
    mode,
    path: row.path,
    content_type: row.content_type,
    body: row.body,
    is_cut: row.is_cut,
    status: row.status,
    code: row.code,
    error: row.error,
    tool: row.tool,
    lead_id: row.lead_id === null ? null : showId('lead', fromUuid(row.lead_id)),
  };
};
