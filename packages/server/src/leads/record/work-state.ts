// What a rep has done about a lead so far. The status people see is made of the outcome and the stage.

import type { NextActivity, Status, WorkResult } from '@leadline/contract';
import { type Selectable, sql } from 'kysely';
import { fromUuid, showId } from '../../platform/base/ids.ts';
import type { Tables } from '../../platform/db/tables.ts';

type StoredStatus = Pick<Selectable<Tables['leads']>, 'outcome' | 'stage'>;
export type Stage = StoredStatus['stage'];

export const statusOf = ({ outcome, stage }: StoredStatus): Status => (outcome === 'open' ? stage : outcome);

/** The two columns of a status; won and lost leads keep the stage they had. */
export const splitStatus = (status: Status): { outcome: StoredStatus['outcome']; stage: Stage | null } =>
  status === 'won' || status === 'lost'
    ? { outcome: status, stage: null }
    : { outcome: 'open', stage: status };

export type WorkColumns = Pick<
  Selectable<Tables['leads']>,
  | 'outcome'
  | 'stage'
  | 'assignee'
  | 'snoozed_until'
  | 'contacted_at'
  | 'not_spam'
  | 'next_kind'
  | 'next_at'
  | 'revision'
>;

export const WORK_COLUMNS = [
  'l.outcome',
  'l.stage',
  'l.assignee',
  'l.snoozed_until',
  'l.contacted_at',
  'l.not_spam',
  'l.next_kind',
  'l.next_at',
  'l.revision',
] as const;

export const workOf = ({
  outcome,
  stage,
  assignee,
  snoozed_until,
  contacted_at,
  not_spam,
  next_kind,
  next_at,
  revision,
}: WorkColumns): WorkColumns => ({
  outcome,
  stage,
  assignee,
  snoozed_until,
  contacted_at,
  not_spam,
  next_kind,
  next_at,
  revision,
});

const nextActivityOf = ({
  next_kind: kind,
  next_at: at,
}: Pick<WorkColumns, 'next_kind' | 'next_at'>): NextActivity | null =>
  kind === null || at === null ? null : { kind, at: at.toISOString() };

export const showWork = (row: WorkColumns): Omit<WorkResult['data'], 'lead_id'> => ({
  status: statusOf(row),
  assignee: row.assignee === null ? null : showId('user', fromUuid(row.assignee)),
  snoozed_until: row.snoozed_until?.toISOString() ?? null,
  contacted_at: row.contacted_at?.toISOString() ?? null,
  not_spam: row.not_spam,
  next_activity: nextActivityOf(row),
  revision: row.revision,
});

/** Belongs in every update of these columns, so that others notice that the lead isn't as they saw it. */
export const NEXT_REVISION = { revision: sql<number>`revision + 1` };
