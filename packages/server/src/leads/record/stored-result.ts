// The stored form of a scoring result and the response built from it. First and repeated responses are both built here,
// so they are byte-identical.

import type { ScoringResult, StoredScore } from '@leadline/contract';
import {
  type Answer,
  type Answers,
  type Assessment,
  type Closing,
  type LedgerEntry,
  type NoAssessment,
  type ScoreData,
  type Scored,
  STATED_PRIOR,
} from '@leadline/engine';
import { showId } from '../../platform/base/ids.ts';

export interface StoredResult {
  readonly version: string;
  readonly settings_version: string;
  /** Only if a model took part, like `closing`. */
  readonly model_version?: string;
  readonly closing?: Closing;
  readonly score_without_ai: number;
  /** Reasons aren't stored because they are the same as the ledger texts. */
  readonly data: Omit<ScoreData, 'reasons'>;
  readonly ledger: readonly LedgerEntry[];
  /** The answers that count: those of the rules, corrected by the AI. */
  readonly answers: Answers;
  /** The AI's assessment, stored so that a replay doesn't have to call the AI. */
  readonly assessment?: Assessment | NoAssessment;
}

export function toStored(
  { version, settings_version, model_version, closing, score_without_ai, data, ledger, answers }: Scored,
  assessment: Assessment | NoAssessment | null,
): StoredResult {
  const { reasons, ...rest } = data;
  return {
    version,
    settings_version,
    ...(model_version === undefined || closing === undefined ? null : { model_version, closing }),
    score_without_ai,
    data: rest,
    ledger,
    answers: roundAnswers(answers),
    ...(assessment === null ? {} : { assessment }),
  };
}

/** Three digits of a probability are enough to show. */
function roundAnswers({ ask, doubt, what, when, who, decided, happened, way }: Answers): Answers {
  const round = <Content>({ value, probability, clause }: Answer<Content>): Answer<Content> => ({
    value,
    probability: Math.round(probability * 1e3) / 1e3,
    clause,
  });
  return {
    ask: round(ask),
    doubt: doubt === null ? null : round(doubt),
    what: round(what),
    when: round(when),
    who: round(who),
    decided: round(decided),
    happened: round(happened),
    way: round(way),
  };
}

export const toAnswer = (leadId: string, { version, data, ledger }: StoredResult): ScoringResult => ({
  success: true,
  version,
  lead_id: showId('lead', leadId),
  data: { ...data, reasons: ledger.map(({ text }) => text) },
});

export function toDetail(result: StoredResult): StoredScore {
  const { version, settings_version, model_version, score_without_ai, data, ledger, answers, assessment } =
    result;
  return {
    version,
    settings_version,
    model_version: model_version ?? null,
    score_without_ai,
    ...data,
    closing: closingOf(result),
    ledger: [...ledger],
    answers,
    assessment: assessment === undefined ? null : showAssessment(assessment),
  };
}

function showAssessment(assessment: Assessment | NoAssessment): StoredScore['assessment'] {
  if ('missing' in assessment) return assessment;
  const { unread, ...rest } = assessment;
  return unread === undefined ? rest : { ...rest, unread: [...unread] };
}

/** Without a model, what the settings state for the score. Its range is in the text, so the settings needn't be read. */
export function closingOf({ closing, data: { grade, closing_probability: text } }: StoredResult): Closing {
  if (closing !== undefined) return closing;
  const [, low = '0', high = '0'] = /\(([\d.]+)-([\d.]+)%\)$/.exec(text) ?? [];
  const probability = grade === 'Spam' ? 0 : (Number(low) + Number(high)) / 200;
  return { probability, low: Number(low) / 100, high: Number(high) / 100, basis: STATED_PRIOR };
}
