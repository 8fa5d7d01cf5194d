// Scores the stored lead again in the browser to get details that the stored ledger doesn't contain. If the two results
// differ, the stored one counts, and the page says so.

import type {
  Assessment,
  LedgerEntry as EngineLedgerEntry,
  Explanation,
  NoAssessment,
  Scored,
  ScoreOptions,
} from '@leadline/engine';
import type { LeadData, LedgerEntry } from './lead-query.ts';
import type { Scorer } from './use-scoring.ts';

export interface SecondReading {
  readonly options: ScoreOptions;
  readonly scored: Scored;
  readonly explanation: Explanation;
  /** Whether the result is identical to the stored one. */
  readonly isSame: boolean;
}

export function readAgain(
  { engine, settings }: Scorer,
  { lead, result, received_at }: Pick<LeadData, 'lead' | 'result' | 'received_at'>,
): SecondReading {
  const options: ScoreOptions = {
    now: new Date(received_at),
    settings,
    // An older version may have stored something else, but the engine ignores what it doesn't know.
    assessment: result.assessment as Assessment | NoAssessment | null,
  };
  const scored = engine.score(lead, options);
  const isSame =
    scored.version === result.version &&
    scored.settings_version === result.settings_version &&
    scored.data.grade === result.grade &&
    isSameLedger(scored.ledger, result.ledger);
  const given = { ...result, reasons: [], ledger: result.ledger as readonly EngineLedgerEntry[] };
  return {
    options,
    scored,
    isSame,
    explanation: engine.explain(lead, isSame ? options : { ...options, given }),
  };
}

/** Wording may change within a version of the engine. */
function isSameLedger(first: readonly LedgerEntry[], second: readonly LedgerEntry[]): boolean {
  return (
    first.length === second.length &&
    first.every(({ group, code, points }, place) => {
      const other = second[place];
      return other?.group === group && other.code === code && other.points === points;
    })
  );
}
