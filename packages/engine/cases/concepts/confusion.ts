// What concepts are confused with. For false alarms: the labels of the clauses in which the engine wrongly finds a
// concept. For misses: the concepts it finds instead in the clauses that show the missed one.
//   node packages/engine/cases/concepts/confusion.ts

import { CONCEPTS, type Concept, isCapping } from '../../src/concepts/concepts.ts';
import { readClauses } from '../../src/concepts/read-concepts.ts';
import { parseLabels, readLabelled } from './labelled.ts';

const WRITTEN = new Date('2026-11-15T09:00:00Z');
const MAX_SHOWN = 4;

const falseAlarms = new Map<Concept, Map<string, number>>();
const misses = new Map<Concept, Map<string, number>>();

function count(table: Map<Concept, Map<string, number>>, concept: Concept, other: string): void {
  const row = table.get(concept) ?? new Map<string, number>();
  table.set(concept, row.set(other, (row.get(other) ?? 0) + 1));
}

for (const { leads } of readLabelled('held-out')) {
  for (const { clauses } of leads) {
    const labels = clauses.map((clause) => parseLabels(clause.labels));
    const { findings } = readClauses(
      clauses.map(({ question, text }) => ({ question: question ?? null, text })),
      WRITTEN,
    );
    const sure = findings.filter(({ concept, strength }) => !isCapping(concept) || strength === 2);
    for (const { concept, clause } of sure) {
      if (labels.some((own) => own.has(concept))) continue;
      const own = [...(labels[clause]?.keys() ?? [])];
      for (const other of own.length === 0 ? ['nothing'] : own) count(falseAlarms, concept, other);
    }
    for (const concept of CONCEPTS) {
      const place = labels.findIndex((own) => own.has(concept));
      if (place < 0 || sure.some((finding) => finding.concept === concept)) continue;
      const read = sure.filter(({ clause }) => clause === place).map((finding) => finding.concept);
      for (const other of read.length === 0 ? ['nothing'] : read) count(misses, concept, other);
    }
  }
}

const describe = (row: ReadonlyMap<string, number> | undefined): string =>
  [...(row ?? [])]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_SHOWN)
    .map(([other, times]) => `${other} ${times}`)
    .join(', ');

for (const concept of CONCEPTS)
  console.log(`| ${concept} | ${describe(falseAlarms.get(concept))} | ${describe(misses.get(concept))} |`);
