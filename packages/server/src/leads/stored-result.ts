// The stored form of a scoring result and the response built from it. First and repeated responses are both built here,
// so they are byte-identical.

import type { ScoringResult, StoredScore } from '@leadline/contract';
import type { Assessment, Finding, LedgerEntry, NoAssessment, ScoreData, Scored } from '@leadline/engine';
import { showId } from '../base/ids.ts';

export interface StoredResult {
  readonly version: string;
  readonly settings_version: string;
  readonly score_without_ai: number;
  /** Reasons aren't stored because they are the same as the ledger texts. */
  readonly data: Omit<ScoreData, 'reasons'>;
  readonly ledger: readonly LedgerEntry[];
  /** What the engine found in the text, used to learn from outcomes. Missing for leads scored by engine 1. */
  readonly concepts?: readonly Finding[];
  /** The AI's assessment, stored so that a replay doesn't have to call the AI. Missing for leads scored by earlier
   * versions. */
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
