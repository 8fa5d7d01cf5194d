// How well the engine agrees with the tiers of judged leads and the meaning of written budgets.
//   npm run eval:engine            results for the held-out leads, by set
//   npm run eval:engine -- --json  the same as JSON

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readLead, readOrderValue, score } from '../../src/index.ts';
import type { BudgetReading } from '../../src/money/read-budget.ts';
import { type Figures, measure, type Rated, SETS } from './figures.ts';
import { readJudged, TIERS } from './judged.ts';

const HERE = new URL('./', import.meta.url);
/** When the leads were written, which "next month" is relative to. */
export const WRITTEN = new Date('2026-11-15T09:00:00Z');

export function evaluateSet(files: readonly string[]): Figures {
  const rated: Rated[] = [];
  for (const file of files) {
    for (const { lead, tier, kind } of readJudged(
      readFileSync(new URL(`held-out/${file}.ndjson`, HERE), 'utf8'),
    )) {
      const read = readLead(lead);
      const result = read.ok ? score(read.lead, { now: WRITTEN }).data : null;
      rated.push({
        tier: TIERS.indexOf(tier),
        kind,
        score: result?.score ?? null,
        grade: result?.grade ?? null,
      });
    }
  }
  return measure(rated);
}

type BudgetCase = Pick<BudgetReading, 'min' | 'max' | 'currency' | 'period' | 'stated'> & {
  readonly text: string;
};

export function evaluateBudgets(part: 'tune' | 'held-out'): { budgets: number; exactShare: number } {
  const lines = readFileSync(new URL(`../budgets/${part}.ndjson`, HERE), 'utf8')
    .trim()
    .split('\n');
  const exact = lines.filter((line) => {
    const { text, ...expected } = JSON.parse(line) as BudgetCase;
    const read = readOrderValue(text);
    return (Object.keys(expected) as (keyof typeof expected)[]).every((key) => read[key] === expected[key]);
  });
  return { budgets: lines.length, exactShare: exact.length / lines.length };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
  const figures = Object.entries(SETS).map(([name, files]) => ({ name, ...evaluateSet(files) }));
  const budgets = evaluateBudgets('held-out');
  if (values.json) console.log(JSON.stringify({ sets: figures, budgets }, null, 2));
  else {
    const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
    const titles = [
      'leads',
      'pairs in order',
      'call-now > good',
      'call-now lost',
      'score 97+',
      'junk caught',
    ];
    console.log(`${''.padEnd(12)}${titles.map((title) => title.padStart(17)).join('')}`);
    for (const { name, leads, ordered, callFirst, lost, callNow, topShare, junkCaught } of figures) {
      const cells = [
        leads,
        percent(ordered),
        percent(callFirst),
        `${lost} of ${callNow}`,
        percent(topShare),
        percent(junkCaught),
      ];
      console.log(`${name.padEnd(12)}${cells.map((cell) => String(cell).padStart(17)).join('')}`);
    }
    console.log(`\nBudgets read correctly: ${percent(budgets.exactShare)} of ${budgets.budgets}`);
  }
}
