// A result as it is stored, and the answer made from it. The first answer and every repetition of it are made
// here, so they are the same to the byte.

import type { ScoringResult, StoredScore } from '@leadline/contract';
import type { Assessment, Finding, LedgerEntry, NoAssessment, ScoreData, Scored } from '@leadline/engine';
import { showId } from '../base/ids.ts';

export interface StoredResult {
  readonly version: string;
  readonly settings_version: string;
  readonly score_without_ai: number;
  /** The reasons are the texts of the ledger. */
  readonly data: Omit<ScoreData, 'reasons'>;
  readonly ledger: readonly LedgerEntry[];
  /** What the engine read, for learning from outcomes. Leads of engine 1 have none. */
  readonly concepts?: readonly Finding[];
  /** What the AI said, so that a replay needs no AI. Leads of earlier versions have none. */
  readonly assessment?: Assessment | NoAssessment;
}

export function toStored(
  { version, settings_version, score_without_ai, data, ledger, facts }: Scored,
  assessment: Assessment | NoAssessment | null,
): StoredResult {
  const { reasons, ...rest } = data;
  return {
    version,
    settings_version,
    score_without_ai,
    data: rest,
    ledger,
    concepts: facts.reading.findings,
    ...(assessment === null ? {} : { assessment }),
  };
}

export const toAnswer = (leadId: string, { version, data, ledger }: StoredResult): ScoringResult => ({
  success: true,
  version,
  lead_id: showId('lead', leadId),
  data: { ...data, reasons: ledger.map(({ text }) => text) },
});

/** For whoever wants to see what a score rests on. */
export const toDetail = ({
  version,
  settings_version,
  score_without_ai,
  data,
  ledger,
  concepts,
  assessment,
}: StoredResult): StoredScore => ({
  version,
  settings_version,
  score_without_ai,
  ...data,
  ledger: [...ledger],
  concepts: [...(concepts ?? [])],
  assessment: (assessment ?? null) as StoredScore['assessment'],
});
