// Searches for the inputs that cost the most CPU time, for everything that processes what callers send. No request may
// keep the API's main thread busy for more than 50 ms.
//   node drills/cost.ts [--seconds 60] [--seed 1] [--only "score"]

import { findExpensiveInput } from '@leadline/testkit/cost/find-expensive-input';
import { COST_TARGETS } from '@leadline/testkit/cost/targets';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { type CostFacts, judgeCosts } from '@leadline/testkit/drills/verdicts/judge-cost';
import { readOptions } from '@leadline/testkit/read-options';

const { seconds, seed, only } = readOptions({ seconds: 60, seed: 1, only: '' });

process.stdout.write('| Thread | What | Inputs tried | Most CPU time | Limit | Most expensive input |\n');
process.stdout.write('| --- | --- | --- | --- | --- | --- |\n');
const found: CostFacts[] = [];
for (const target of COST_TARGETS) {
  if (!target.name.includes(only)) continue;
  const { costMs, description, tried } = await findExpensiveInput(target, seconds * 1000, seed);
  found.push({ name: target.name, limitMs: target.limitMs, costMs, tried });
  const isOver = costMs > target.limitMs;
  process.stdout.write(
    `| ${target.thread} | ${target.name} | ${tried.toLocaleString('en')} | ${isOver ? '**' : ''}${costMs.toFixed(0)} ms` +
      `${isOver ? '**' : ''} | ${target.limitMs.toLocaleString('en')} ms | \`${description.replaceAll('|', '\\|')}\` |\n`,
  );
}
for (const { name, actual, expected } of failedChecks({ checks: judgeCosts(found), figures: {} })) {
  process.stdout.write(`FAILED  ${name}: ${actual}, expected ${expected}\n`);
  process.exitCode = 1;
}
