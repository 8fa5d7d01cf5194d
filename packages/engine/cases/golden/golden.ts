// The golden cases: leads with the complete result expected for each. Also runs in a browser, so this file must not read
// files.

import { type Assessment, type NoAssessment, readLead, score } from '../../src/index.ts';

export interface GoldenLead {
  readonly title: string;
  readonly input: unknown;
  readonly assessment?: Assessment | NoAssessment;
}

/** The time at which every golden case is scored. */
export const GOLDEN_NOW = '2026-11-15T09:00:00.000Z';

/** The complete result: score, ledger, facts and traces, or the rejection. */
export function computeGolden({ input, assessment }: GoldenLead): unknown {
  const read = readLead(input);
  if (!read.ok) return read;
  const { facts, ...scored } = score(read.lead, {
    now: new Date(GOLDEN_NOW),
    assessment: assessment ?? null,
  });
  const { reading, ...rest } = facts;
  return {
    lead: read.lead,
    ...scored,
    facts: { ...rest, answers: reading.answers, clauses: reading.clauses.map(({ text }) => text) },
  };
}

export const parseLines = <Line>(ndjson: string): Line[] =>
  ndjson
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
