// How often two people who did not see each other's answers agree, by question.
//   npm run eval:answers

import { isSale, QUESTIONS } from '../../src/reading/questions.ts';
import { readAnswered, readSecondAnswers } from './answers.ts';

const first = new Map(readAnswered().map(({ of, answers }) => [of, answers]));
const both = readSecondAnswers().flatMap(({ of, answers }) => {
  const other = first.get(of);
  return other === undefined ? [] : [[other, answers] as const];
});

const percent = (part: number, all: number): string => `${((100 * part) / all).toFixed(1)} %`.padStart(8);

console.log(`${first.size} leads with answers, ${both.length} of them answered twice\n`);
const sameAsk = both.filter(([a, b]) => a.ask[0] === b.ask[0]).length;
const sameKind = both.filter(([a, b]) => isSale(a.ask[0]) === isSale(b.ask[0])).length;
console.log(`${'ask'.padEnd(14)}${percent(sameAsk, both.length)}`);
console.log(`${'sale or not'.padEnd(14)}${percent(sameKind, both.length)}`);
// The other questions are only asked of a sale.
const sales = both.filter(([a, b]) => isSale(a.ask[0]) && isSale(b.ask[0]));
console.log(`\n${sales.length} of these are a sale for both; same value, and same side of 0:`);
for (const question of QUESTIONS) {
  const pairs = sales.map(([a, b]) => [a[question]?.[0] ?? 0, b[question]?.[0] ?? 0] as const);
  const same = pairs.filter(([one, two]) => one === two).length;
  const present = pairs.filter(([one, two]) => one > 0 === two > 0).length;
  console.log(`${question.padEnd(14)}${percent(same, pairs.length)}${percent(present, pairs.length)}`);
}
