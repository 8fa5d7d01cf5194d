// Judged leads as read by detectors that were not trained on their authors ("blind"). Points and thresholds are fitted
// to these.

import { readFileSync } from 'node:fs';
import { readJudged, type Tier } from '../cases/judged/judged.ts';
import { CONCEPT_NUMBER, CONCEPTS } from '../src/concepts/concepts.ts';
import type { Finding } from '../src/concepts/read-concepts.ts';
import { type Facts, readFacts } from '../src/facts/read-facts.ts';
import { type Lead, readLead } from '../src/lead.ts';
import { WRITTEN } from './examples.ts';
import type { Scores, Thresholds } from './thresholds.ts';

export interface BlindLead {
  readonly of: string;
  readonly tier: Tier;
  readonly kind: string;
  readonly language: string;
  readonly lead: Lead;
  readonly facts: Facts;
  readonly scores: Scores;
}

export function readBlindLeads(file: string): BlindLead[] {
  const files = new Map<string, ReturnType<typeof readJudged>>();
  const seen = new Set<string>();
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line): BlindLead[] => {
      const { of, ...scores } = JSON.parse(line) as Scores & { of: string };
      const [path = '', number = ''] = of.split('#');
      // Rewritten leads follow their originals under the same name; skip them.
      if (!path.startsWith('judged/') || seen.has(of)) return [];
      seen.add(of);
      const name = path.slice('judged/'.length);
      const known =
        files.get(name) ??
        readJudged(readFileSync(new URL(`../cases/judged/tune/${name}.ndjson`, import.meta.url), 'utf8'));
      files.set(name, known);
      const judged = known[Number(number) - 1];
      const read = judged && readLead(judged.lead);
      if (!judged || !read?.ok) return [];
      const facts = readFacts(read.lead, WRITTEN);
      if (facts.reading.clauses.length !== scores.clauses.length) return [];
      const { tier, kind, language } = judged;
      return [{ of, tier, kind, language, lead: read.lead, facts, scores }];
    });
}

/** The facts of a lead with the concepts that its blind scores give. */
export function factsOf({ facts, scores }: BlindLead, thresholds: Thresholds): Facts {
  return { ...facts, reading: { ...facts.reading, findings: findingsOf(scores, thresholds) } };
}

export function findingsOf({ clauses }: Scores, thresholds: Thresholds): Finding[] {
  const findings: Finding[] = [];
  for (const concept of CONCEPTS) {
    const column = CONCEPT_NUMBER[concept];
    let best = -20;
    let clause = 0;
    clauses.forEach((own, index) => {
      if ((own[column] as number) > best) {
        best = own[column] as number;
        clause = index;
      }
    });
    const { present, strong } = thresholds[concept];
    if (best >= present) findings.push({ concept, strength: best >= strong ? 2 : 1, clause });
  }
  return findings;
}
