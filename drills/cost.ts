// Searches for the inputs that cost the most CPU time, for everything that processes what callers send. No request may
// keep the API's main thread busy for more than 50 ms.
//   node drills/cost.ts [--seconds 60] [--seed 1] [--only "score"]

import { parseArgs } from 'node:util';
import { findExpensiveInput } from '@leadline/testkit/cost/find-expensive-input';
import { COST_TARGETS } from '@leadline/testkit/cost/targets';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
});
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
if (!(seconds > 0)) throw new Error('--seconds must be a positive number');
if (!Number.isSafeInteger(seed)) throw new Error('--seed must be an integer');

process.stdout.write('| Thread | What | Inputs tried | Most CPU time | Limit | Most expensive input |\n');
process.stdout.write('| --- | --- | --- | --- | --- | --- |\n');
for (const target of COST_TARGETS) {
  if (!target.name.includes(values.only)) continue;
  const { costMs, description, tried } = await findExpensiveInput(target, seconds * 1000, seed);
  const isOver = costMs > target.limitMs;
  if (isOver) process.exitCode = 1;
  process.stdout.write(
    `| ${target.thread} | ${target.name} | ${tried.toLocaleString('en')} | ${isOver ? '**' : ''}${costMs.toFixed(0)} ms` +
      `${isOver ? '**' : ''} | ${target.limitMs.toLocaleString('en')} ms | \`${description.replaceAll('|', '\\|')}\` |\n`,
  );
}
