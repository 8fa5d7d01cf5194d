// How well the engine finds the labelled concepts in leads by authors it was not trained on.
//   npm run eval:concepts                   precision and recall by concept and language group
//   npm run eval:concepts -- --json         the same as JSON
//   npm run eval:concepts -- --part quotes  on leads full of clauses that only sound like a concept

import { parseArgs } from 'node:util';
import { CONCEPTS, type Concept, isCapping } from '../../src/concepts/concepts.ts';
import { readClauses } from '../../src/concepts/read-concepts.ts';
import { type Part, parseLabels, readLabelled } from './labelled.ts';

const WRITTEN = new Date('2026-11-15T09:00:00Z');

/** Languages grouped by how much labelled data there is. */
export const GROUPS = ['English', 'de es fr it pt nl', 'others'] as const;
export type LanguageGroup = (typeof GROUPS)[number];
const WESTERN = new Set(['de', 'es', 'fr', 'it', 'pt', 'nl']);

export const groupOf = (language: string): LanguageGroup =>
  language === 'en' ? 'English' : WESTERN.has(language) ? 'de es fr it pt nl' : 'others';

export interface Counts {
  /** Leads that show the concept according to their labels. */
  labelled: number;
  found: number;
  right: number;
  /** Findings whose quote shows the concept, too. */
  quoted: number;
}

export type Figures = Record<LanguageGroup | 'all', Record<Concept, Counts>>;

const EVALUATED = ['train', 'held-out', 'quotes'] as const satisfies readonly Part[];
type EvaluatedPart = (typeof EVALUATED)[number];

/** Counted by lead, not by clause. */
export function evaluateConcepts(part: EvaluatedPart): Figures {
  const empty = (): Record<Concept, Counts> =>
    Object.fromEntries(
      CONCEPTS.map((concept) => [concept, { labelled: 0, found: 0, right: 0, quoted: 0 }]),
    ) as Record<Concept, Counts>;
  const figures: Figures = {
    all: empty(),
    English: empty(),
    'de es fr it pt nl': empty(),
    others: empty(),
  };
  for (const { leads } of readLabelled(part)) {
    for (const { language, clauses } of leads) {
      const labels = clauses.map((clause) => parseLabels(clause.labels));
      const labelled = new Set(labels.flatMap((found) => [...found.keys()]));
      const { findings } = readClauses(
        clauses.map(({ question, text }) => ({ question: question ?? null, text })),
        WRITTEN,
      );
      // A capping concept only counts if it caps the score; if it is just likely, it is a doubt.
      const found = new Map(
        findings
          .filter(({ concept, strength }) => !isCapping(concept) || strength === 2)
          .map(({ concept, clause }) => [concept, clause]),
      );
      for (const group of [figures.all, figures[groupOf(language)]]) {
        for (const concept of CONCEPTS) {
          const counts = group[concept];
          if (labelled.has(concept)) counts.labelled++;
          if (found.has(concept)) counts.found++;
          if (labelled.has(concept) && found.has(concept)) counts.right++;
          if (labels[found.get(concept) ?? -1]?.has(concept)) counts.quoted++;
        }
      }
    }
  }
  return figures;
}

export const precisionOf = ({ found, right }: Counts): number => (found === 0 ? 1 : right / found);
/** The share of findings whose quote shows the concept. */
export const quotePrecisionOf = ({ found, quoted }: Counts): number => (found === 0 ? 1 : quoted / found);
export const recallOf = ({ labelled, right }: Counts): number => (labelled === 0 ? 1 : right / labelled);

if (import.meta.main) {
  const { values } = parseArgs({
    options: { json: { type: 'boolean' }, part: { type: 'string', default: 'held-out' } },
  });
  const figures = evaluateConcepts(EVALUATED.find((part) => part === values.part) ?? 'held-out');
  if (values.json) console.log(JSON.stringify(figures, null, 2));
  else print(figures);
}

function print(figures: Figures): void {
  const groups = ['all', ...GROUPS] as const;
  console.log(`${''.padEnd(14)}${groups.map((group) => group.padStart(30)).join('')}`);
  console.log(`${''.padEnd(14)}${groups.map(() => 'leads  prec. quotes recall'.padStart(30)).join('')}`);
  for (const concept of CONCEPTS) {
    const cells = groups.map((group) => {
      const counts = figures[group][concept];
      return `${String(counts.labelled).padStart(12)}${precisionOf(counts).toFixed(2).padStart(6)}${quotePrecisionOf(counts).toFixed(2).padStart(6)}${recallOf(counts).toFixed(2).padStart(6)}`;
    });
    console.log(`${concept.padEnd(13)}${isCapping(concept) ? '*' : ' '}${cells.join('')}`);
  }
  console.log('* caps the score');
}
