// The golden cases: leads, and the whole result each must give. Used in Node and in a browser alike, so
// this file reads no files.

import { type Assessment, type NoAssessment, readLead, score } from '../../src/index.ts';

export interface GoldenLead {
  readonly title: string;
  readonly input: unknown;
  readonly assessment?: Assessment | NoAssessment;
}

/** The moment at which every golden case is scored. */
export const GOLDEN_NOW = '2026-11-15T09:00:00.000Z';

/** The whole result: score, ledger, facts and traces, or the refusal. */
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
    facts: {
      ...rest,
      specificAnswers: reading.specificAnswers,
      concepts: reading.findings.map(({ concept, strength, clause }) => [
        concept,
        strength,
        reading.clauses[clause]?.text,
      ]),
    },
  };
}

export const parseLines = <Line>(ndjson: string): Line[] =>
  ndjson
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
