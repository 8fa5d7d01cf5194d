// What a training found, as callers see it.

import type { AccountModel } from '@leadline/contract';
import type { Verdict } from '@leadline/learning';
import type { Selectable } from 'kysely';
import type { Tables } from '../db/tables.ts';

type Latest = NonNullable<AccountModel['latest']>;
type Report = Latest['report'];
type HeldOut = NonNullable<Report['held_out']>;

/** The first trainings didn't measure everything. */
type StoredReport = Omit<Report, 'held_out' | 'swaps'> & {
  readonly held_out: (Omit<HeldOut, 'by_country'> & { readonly by_country?: HeldOut['by_country'] }) | null;
  readonly swaps?: Report['swaps'];
};

const showReport = ({ held_out: heldOut, swaps = [], ...report }: StoredReport): Report => ({
  ...report,
  held_out: heldOut && { ...heldOut, by_country: heldOut.by_country ?? [] },
  swaps,
});

/** The comparison is in the report, with intervals. */
export function showVerdict(stored: unknown): Latest['verdict'] {
  const { decision, code, text, missing } = stored as Verdict;
  return { decision, code, text, missing };
}

export const showTrained = ({
  outcomes,
  won,
  verdict,
  report,
  trained_at,
}: Omit<Selectable<Tables['trained_models']>, 'model'>): Latest => ({
  outcomes,
  won,
  verdict: showVerdict(verdict),
  trained_at: trained_at.toISOString(),
  report: showReport(report as StoredReport),
});
