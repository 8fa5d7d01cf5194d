// A drift as it is stored, and as callers see it.

import type { ModelDrift } from '@leadline/contract';
import { type DescribedDrift, type Drift, describeDrift } from '@leadline/learning';
import type { Selectable } from 'kysely';
import { fromUuid, showId } from '../../platform/base/ids.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type DriftRow = Selectable<Tables['drifts']>;

type Figures = Pick<Drift, 'fieldLabel' | 'levelLabel' | 'before' | 'after' | 'shown' | 'horizonWeeks'>;

export const figuresOf = ({
  fieldLabel,
  levelLabel,
  before,
  after,
  shown,
  horizonWeeks,
}: DescribedDrift): Figures => ({ fieldLabel, levelLabel, before, after, shown, horizonWeeks });

export const readDrift = ({ kind, field, level, since, figures }: DriftRow): DescribedDrift => ({
  kind,
  field,
  level,
  since,
  ...(figures as Figures),
});

/** The part that an event tells, too. */
export const showShift = (id: string, drift: DescribedDrift): Omit<ModelDrift, keyof Progress> => ({
  drift_id: showId('drift', id),
  kind: drift.kind,
  field: drift.fieldLabel,
  level: drift.levelLabel,
  text: describeDrift(drift),
  before: drift.before,
  after: drift.after,
  shown_chance: drift.shown,
  horizon_weeks: drift.horizonWeeks,
  since: drift.since.toISOString(),
});

type Progress = Pick<ModelDrift, 'status' | 'raised_at' | 'closed_at' | 'closed_by'>;

export const showDrift = (row: DriftRow): ModelDrift => ({
  ...showShift(fromUuid(row.id), readDrift(row)),
  status: row.status,
  raised_at: row.raised_at.toISOString(),
  closed_at: row.closed_at?.toISOString() ?? null,
  closed_by: row.closed_by,
});
