// How far the engine agrees with people who judged leads and wrote down what budgets mean: on the files
// it was tuned on, and on the files held out, which nobody looked into while tuning.
//   npm run eval:engine            figures for both
//   npm run eval:engine -- --json  the same for machines

import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type BudgetReading, readBudget, readLead, score } from '../../src/index.ts';
import { JUNK_KINDS, judge, readJudged, TIERS } from './judged.ts';

const HERE = new URL('./', import.meta.url);
/** When the leads were written: "next month" is read from it. */
const WRITTEN = new Date('2026-11-15T09:00:00Z');

export interface Figures {
  readonly leads: number;
  readonly pairs: number;
  /** Of pairs two or more tiers apart, the better scores higher. */
  readonly orderedShare: number;
  /** Of spam, pitches, job seekers and gibberish, graded Spam or Cold. */
  readonly junkCaughtShare: number;
  readonly callNowMissed: number;
  readonly budgets: number;
  readonly budgetsExactShare: number;
}

export function evaluate(part: 'tune' | 'held-out'): Figures {
  const rated = [];
  let junk = 0;
  let junkCaught = 0;
  let callNowMissed = 0;
  for (const file of list(part)) {
    for (const judged of readJudged(readFileSync(file, 'utf8'))) {
      const read = readLead(judged.lead);
      if (!read.ok) throw new Error(`a judged lead was refused: ${read.error}`);
      const { data } = score(read.lead, { now: WRITTEN });
      const isLow = data.grade === 'Spam' || data.grade === 'Cold';
      rated.push({ tier: TIERS.indexOf(judged.tier), value: data.score });
      if (JUNK_KINDS.has(judged.kind)) {
        junk++;
        if (isLow) junkCaught++;
      }
      if (judged.tier === 'call-now' && isLow) callNowMissed++;
    }
  }
  const { pairs, share } = judge(rated);
  return {
    leads: rated.length,
    pairs,
    orderedShare: share,
    junkCaughtShare: junkCaught / junk,
    callNowMissed,
    ...evaluateBudgets(part),
  };
}

type BudgetCase = Pick<BudgetReading, 'min' | 'max' | 'currency' | 'period' | 'stated'> & {
  readonly text: string;
};

function evaluateBudgets(part: 'tune' | 'held-out'): { budgets: number; budgetsExactShare: number } {
  const lines = readFileSync(new URL(`../budgets/${part}.ndjson`, HERE), 'utf8')
    .trim()
    .split('\n');
  const exact = lines.filter((line) => {
    const { text, ...expected } = JSON.parse(line) as BudgetCase;
    const read = readBudget(text);
    return (Object.keys(expected) as (keyof typeof expected)[]).every((key) => read[key] === expected[key]);
  });
  return { budgets: lines.length, budgetsExactShare: exact.length / lines.length };
}

const list = (part: string): URL[] =>
  readdirSync(new URL(`${part}/`, HERE))
    .filter((file) => file.endsWith('.ndjson'))
    .map((file) => new URL(`${part}/${file}`, HERE));

if (import.meta.main) {
  const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
  const figures = { tune: evaluate('tune'), 'held-out': evaluate('held-out') };
  if (values.json) console.log(JSON.stringify(figures, null, 2));
  else print(figures);
}

function print(figures: Record<'tune' | 'held-out', Figures>): void {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const rows: [name: string, goal: string, read: (figures: Figures) => string][] = [
    ['leads judged', '', ({ leads }) => String(leads)],
    ['pairs two or more tiers apart in order', '≥ 90 %', ({ orderedShare }) => percent(orderedShare)],
    ['junk graded Spam or Cold', '≥ 85 %', ({ junkCaughtShare }) => percent(junkCaughtShare)],
    ['call-now leads graded Spam or Cold', '0', ({ callNowMissed }) => String(callNowMissed)],
    ['budget texts', '', ({ budgets }) => String(budgets)],
    ['budgets read exactly', '≥ 93 %', ({ budgetsExactShare }) => percent(budgetsExactShare)],
  ];
  console.log(`${''.padEnd(40)}${'goal'.padStart(8)}${'tuned on'.padStart(12)}${'held out'.padStart(12)}`);
  for (const [name, goal, read] of rows) {
    console.log(
      `${name.padEnd(40)}${goal.padStart(8)}${read(figures.tune).padStart(12)}${read(figures['held-out']).padStart(12)}`,
    );
  }
}
