// Manages the webhook endpoints of an account.

import type {
  CustomHeader,
  Endpoint,
  EndpointBody,
  EndpointChanges,
  SubscribableEvent,
} from '@leadline/contract';
import type { Selectable } from 'kysely';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { fromUuid, makeId, showId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { lockAccount } from '../../platform/db/lock-account.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { hintHeaders, readHeaders, rejectKeptValues } from './custom-headers.ts';
import { makeSecret, type Seal, type Sealed } from './seal.ts';

type Row = Selectable<Tables['webhook_endpoints']>;

/** More than any team needs. Limited because each endpoint adds work for every lead. */
export const MAX_ENDPOINTS = 20;

const HOUR_MS = 60 * 60 * 1000;

/** Returns null if the account has reached its limit. */
export async function createEndpoint(
  scope: AccountScope,
  seal: Seal,
  body: EndpointBody,
): Promise<(Endpoint & { secret: string }) | null> {
  const secret = makeSecret();
  await lockAccount(scope); // otherwise two concurrent requests could both take the last slot
  const existing = await scope.transaction
    .selectFrom('webhook_endpoints as e')
    .select('e.id')
    .where('e.account_id', '=', scope.accountId)
    .execute();
  if (existing.length >= MAX_ENDPOINTS) return null;
  const id = makeId();
  const row = await scope.transaction
    .insertInto('webhook_endpoints')
    .values({
      account_id: scope.accountId,
      id,
      description: body.description ?? '',
      format: body.format ?? 'standard',
      events: body.events ?? ['lead.scored'],
      min_grade: body.min_grade ?? 'Spam',
      max_per_minute: body.max_per_minute ?? null,
      sealed: seal.close(id, { url: body.url, secret, headers: readHeaders(body.headers ?? [], []) }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAudit(scope, 'webhook.created', showId('hook', id));
  return { ...toEndpoint(row, seal), secret };
}

/** Oldest first. */
export async function listEndpoints(scope: AccountScope, seal: Seal): Promise<Endpoint[]> {
  const rows = await scope.transaction
    .selectFrom('webhook_endpoints as e')
    .selectAll()
    .where('e.account_id', '=', scope.accountId)
    .orderBy('e.id')
    .execute();
  return rows.map((row) => toEndpoint(row, seal));
}

/** Like the functions below, returns null if the account has no such endpoint. */
export async function getEndpoint(
  scope: AccountScope,
  seal: Seal,
  endpointId: string,
): Promise<Endpoint | null> {
  const row = await find(scope, endpointId).executeTakeFirst();
  return row === undefined ? null : toEndpoint(row, seal);
}

export async function changeEndpoint(
  scope: AccountScope,
  seal: Seal,
  endpointId: string,
  { url, headers, enabled, ...changes }: EndpointChanges,
): Promise<Endpoint | null> {
  const before = await findToChange(scope, endpointId);
  if (before === undefined) return null;
  const set = {
    ...changes,
    ...(url === undefined && headers === undefined
      ? {}
      : { sealed: seal.close(endpointId, changeTarget(seal.open(endpointId, before.sealed), url, headers)) }),
    ...(enabled === true ? { disabled_at: null, disabled_reason: null, failing_since: null } : {}),
    ...(enabled === false ? { disabled_at: new Date(), disabled_reason: 'by_hand' as const } : {}),
  };
  if (Object.keys(set).length === 0) return toEndpoint(before, seal);
  const row = await scope.transaction
    .updateTable('webhook_endpoints')
    .set(set)
    .where('account_id', '=', scope.accountId)
    .where('id', '=', endpointId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const changed = Object.keys({
    ...changes,
    ...(url === undefined ? {} : { url }),
    ...(headers === undefined ? {} : { headers }),
  });
  await recordAudit(scope, 'webhook.changed', showId('hook', endpointId), {
    changed,
    ...(enabled === undefined ? {} : { enabled }),
  });
  return toEndpoint(row, seal);
}

function changeTarget(
  before: Sealed,
  url = before.url,
  headers: readonly CustomHeader[] | undefined = undefined,
): Sealed {
  const { headers: kept = [] } = before;
  if (new URL(url).origin !== new URL(before.url).origin) rejectKeptValues(headers, kept);
  return { ...before, url, headers: headers === undefined ? kept : readHeaders(headers, kept) };
}

/** Also deletes the endpoint's deliveries. */
export async function deleteEndpoint(scope: AccountScope, endpointId: string): Promise<boolean> {
  const { numDeletedRows } = await scope.transaction
    .deleteFrom('webhook_endpoints')
    .where('account_id', '=', scope.accountId)
    .where('id', '=', endpointId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await scope.transaction
    .deleteFrom('deliveries')
    .where('account_id', '=', scope.accountId)
    .where('endpoint_id', '=', endpointId)
    .execute();
  await recordAudit(scope, 'webhook.deleted', showId('hook', endpointId));
  return true;
}

/** Signs with both secrets during a grace period, so that receivers have time to switch to the new one. */
export async function rotateSecret(
  scope: AccountScope,
  seal: Seal,
  endpointId: string,
  graceHours: number,
): Promise<(Endpoint & { secret: string }) | null> {
  const secret = makeSecret();
  const before = await findToChange(scope, endpointId);
  if (before === undefined) return null;
  const target = seal.open(endpointId, before.sealed);
  const until = new Date(Date.now() + graceHours * HOUR_MS).toISOString();
  const row = await scope.transaction
    .updateTable('webhook_endpoints')
    .set({ sealed: seal.close(endpointId, { ...target, secret, former: { secret: target.secret, until } }) })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', endpointId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAudit(scope, 'webhook.secret_rotated', showId('hook', endpointId), {
    grace_hours: graceHours,
  });
  return { ...toEndpoint(row, seal), secret };
}

const find = (scope: AccountScope, endpointId: string) =>
  scope.transaction
    .selectFrom('webhook_endpoints as e')
    .selectAll()
    .where('e.account_id', '=', scope.accountId)
    .where('e.id', '=', endpointId);

/** Makes concurrent changes wait, but not the event dispatcher, which only needs the row to exist. */
const findToChange = (scope: AccountScope, endpointId: string): Promise<Row | undefined> =>
  find(scope, endpointId).forNoKeyUpdate().executeTakeFirst();

function toEndpoint(row: Row, seal: Seal): Endpoint {
  const id = fromUuid(row.id);
  const { url, headers = [] } = seal.open(id, row.sealed);
  return {
    webhook_id: showId('hook', id),
    url,
    max_per_minute: row.max_per_minute,
    headers: hintHeaders(headers),
    description: row.description,
    format: row.format,
    events: row.events as SubscribableEvent[],
    min_grade: row.min_grade,
    enabled: row.disabled_at === null,
    disabled_reason: row.disabled_reason,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
