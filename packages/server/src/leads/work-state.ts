// What a rep has done about a lead so far. The status people see is made of the outcome and the stage.

import type { Status, WorkResult } from '@leadline/contract';
import type { Selectable } from 'kysely';
import { fromUuid, showId } from '../base/ids.ts';
import type { Tables } from '../db/tables.ts';

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
  'outcome' | 'stage' | 'assignee' | 'snoozed_until' | 'contacted_at' | 'not_spam'
>;

export const WORK_COLUMNS = [
  'l.outcome',
  'l.stage',
  'l.assignee',
  'l.snoozed_until',
  'l.contacted_at',
  'l.not_spam',
] as const;

export const workOf = ({
  outcome,
  stage,
  assignee,
  snoozed_until,
  contacted_at,
  not_spam,
}: WorkColumns): WorkColumns => ({
  outcome,
  stage,
  assignee,
  snoozed_until,
  contacted_at,
  not_spam,
});

export const showWork = (row: WorkColumns): Omit<WorkResult['data'], 'lead_id'> => ({
  status: statusOf(row),
  assignee: row.assignee === null ? null : showId('user', fromUuid(row.assignee)),
  snoozed_until: row.snoozed_until?.toISOString() ?? null,
  contacted_at: row.contacted_at?.toISOString() ?? null,
  not_spam: row.not_spam,
});
