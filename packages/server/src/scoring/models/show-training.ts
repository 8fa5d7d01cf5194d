// What a training found, as callers see it.

import type { AccountModel } from '@leadline/contract';
import {
  describeEvidence,
  limitPoints,
  type Report as MeasuredReport,
  type Verdict,
} from '@leadline/learning';
import type { Selectable } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';

type Latest = NonNullable<AccountModel['latest']>;
type Report = Latest['report'];
type HeldOut = NonNullable<Report['held_out']>;

/** The first trainings didn't measure everything. */
type StoredReport = Omit<Report, 'held_out' | 'learned' | 'swaps'> & {
  readonly learned: MeasuredReport['learned'];
  readonly held_out: (Omit<HeldOut, 'by_country'> & { readonly by_country?: HeldOut['by_country'] }) | null;
  readonly swaps?: Report['swaps'];
};

const showReport = (
  { held_out: heldOut, learned, swaps = [], ...report }: StoredReport,
  overall: number,
  pointLimit: number,
): Report => ({
  ...report,
  held_out: heldOut && { ...heldOut, by_country: heldOut.by_country ?? [] },
  learned: learned.map(({ label, levels }) => ({
    label,
    levels: levels.map((level) => ({
      ...level,
      points: limitPoints(level.points, pointLimit),
      text: upperFirst(describeEvidence(level, overall)),
    })),
  })),
  swaps,
});

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The comparison is in the report, with intervals. */
export function showVerdict(stored: unknown): Latest['verdict'] {
  const { decision, code, text, missing } = stored as Verdict;
  return { decision, code, text, missing };
}

/** With points as the limit has them now. */
export const showTrained = (
  { outcomes, won, verdict, report, trained_at }: Omit<Selectable<Tables['trained_models']>, 'model'>,
  pointLimit: number,
): Latest => ({
  outcomes,
  won,
  verdict: showVerdict(verdict),
  trained_at: trained_at.toISOString(),
  report: showReport(report as StoredReport, won / Math.max(1, outcomes), pointLimit),
});
