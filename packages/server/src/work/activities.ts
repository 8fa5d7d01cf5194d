// The entries of a lead's timeline that say what people did.

import type { ActivityKind, CallResult, NextActivity, Status, TimelineEntry } from '@leadline/contract';
import type { Correction } from '@leadline/engine';
import { type Selectable, sql } from 'kysely';
import { changeStorage } from '../leads/record/change-storage.ts';
import { DomainError } from '../platform/base/domain-error.ts';
import { fromUuid, showId, timeOfId } from '../platform/base/ids.ts';
import type { AccountScope } from '../platform/db/account-scope.ts';
import { anyOf } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.ts';

type Verdict = Extract<TimelineEntry, { event: 'feedback' }>['verdict'];
type Grade = Extract<TimelineEntry, { event: 'scored' }>['grade'];

/** What is stored for each kind of entry. */
export interface ActivityData {
  readonly status: { readonly status: Status; readonly previous: Status; readonly note: string | null };
  readonly snoozed: { readonly until: string | null };
  readonly assigned: {
    readonly assignee: string | null;
    readonly previous: string | null;
    readonly rule?: string;
  };
  /** Null: no longer planned. */
  readonly planned: { readonly activity: NextActivity | null };
  readonly done: {
    readonly kind: ActivityKind;
    readonly result: CallResult | null;
    readonly note: string | null;
  };
  readonly note: { readonly text: string };
  readonly feedback: {
    readonly verdict: Verdict;
    readonly reason: string | null;
    readonly score: number;
    readonly grade: Grade;
  };
  readonly corrected: { readonly corrections: readonly Correction[] };
  readonly rescored: {
    readonly version: string;
    readonly settings_version: string;
    /** Missing if the rules scored alone. */
    readonly model_version?: string;
    readonly score: number;
    readonly grade: Grade;
    readonly previous: number;
    readonly previous_grade: Grade;
    readonly previous_version: string;
    readonly previous_settings_version: string;
    readonly previous_model_version?: string;
  };
}

type Kind = keyof ActivityData;

export type NewActivity = {
  [K in Kind]: { readonly leadId: string; readonly kind: K; readonly data: ActivityData[K] };
}[Kind];

/** More than anyone reads, but few enough that a single lead can't fill the disk. */
export const MAX_ACTIVITIES = 300;

/** The caller has locked the leads, so the new entries come after all earlier ones. Returns their IDs in the order of
 * `entries`. */
export async function addActivities(scope: AccountScope, entries: readonly NewActivity[]): Promise<string[]> {
  if (entries.length === 0) return [];
  await checkLength(scope, [...new Set(entries.map(({ leadId }) => leadId))]);
  const rows = await scope.transaction
    .insertInto('activities')
    .values(
      entries.map(({ leadId, kind, data }) => ({
        account_id: scope.accountId,
        lead_id: leadId,
        kind,
        actor: scope.actor,
        data: JSON.stringify(data),
      })),
    )
    .returning('id')
    .returning(sql<number>`leadline.activity_bytes(data)`.as('bytes'))
    .execute();
  await changeStorage(scope, { bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0), leads: 0 });
  return rows.map(({ id }) => fromUuid(id));
}

async function checkLength(scope: AccountScope, leadIds: readonly string[]): Promise<void> {
  const full = await scope.transaction
    .selectFrom('activities as t')
    .select('t.lead_id')
    .where('t.account_id', '=', scope.accountId)
    .where('t.lead_id', '=', anyOf(leadIds))
    .groupBy('t.lead_id')
    .having((e) => e.fn.countAll(), '>=', MAX_ACTIVITIES)
    .limit(1)
    .executeTakeFirst();
  if (full === undefined) return;
  const leadId = showId('lead', fromUuid(full.lead_id));
  throw new DomainError('limit_reached', `the timeline of ${leadId} already has ${MAX_ACTIVITIES} entries`);
}

/** Oldest first. */
export async function findActivities(scope: AccountScope, leadId: string): Promise<TimelineEntry[]> {
  const rows = await scope.transaction
    .selectFrom('activities as t')
    .select(['t.id', 't.kind', 't.actor', 't.data'])
    .where('t.account_id', '=', scope.accountId)
    .where('t.lead_id', '=', leadId)
    .orderBy('t.id')
    .execute();
  return rows.map(toEntry);
}

type Row = Pick<Selectable<Tables['activities']>, 'id' | 'kind' | 'actor' | 'data'>;

function toEntry({ id, kind, actor, data }: Row): TimelineEntry {
  const entryId = fromUuid(id);
  const head = { entry_id: showId('act', entryId), at: timeOfId(entryId).toISOString(), by: actor };
  if (kind !== 'assigned') return { ...head, event: kind, ...(data as object) } as TimelineEntry;
  const { assignee, previous, ...rest } = data as ActivityData['assigned'];
  return {
    ...head,
    event: 'assigned',
    assignee: showUser(assignee),
    previous: showUser(previous),
    ...rest,
  };
}

const showUser = (id: string | null): string | null => (id === null ? null : showId('user', id));
