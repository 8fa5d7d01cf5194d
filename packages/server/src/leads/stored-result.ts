// The stored form of a scoring result, and the response built from it. The first response and all repeats are built here,
// so they are byte-identical.

import type { ScoringResult, StoredScore } from '@leadline/contract';
import type { Assessment, Finding, LedgerEntry, NoAssessment, ScoreData, Scored } from '@leadline/engine';
import { showId } from '../base/ids.ts';

export interface StoredResult {
  readonly version: string;
  readonly settings_version: string;
  readonly score_without_ai: number;
  /** The reasons are not stored: they are the texts of the ledger. */
  readonly data: Omit<ScoreData, 'reasons'>;
  readonly ledger: readonly LedgerEntry[];
  /** What the engine found in the text, for learning from outcomes. Missing in leads scored by engine 1. */
  readonly concepts?: readonly Finding[];
  /** The AI's assessment, so that a replay needs no AI. Missing in leads scored by earlier versions. */
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

/** The details behind a score. */
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
