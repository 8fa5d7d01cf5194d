// Sends 5,000 concurrent posts to two processes, 1,200 of them spam, against an allowance of 500.
//   node drills/allowance.ts [--json]

import { drillAllowance } from '@leadline/testkit/drills/allowance';
import { runDrill } from '@leadline/testkit/drills/run-drill';

await runDrill('allowance', ({ url }, log) =>
  drillAllowance(url, { allowance: 500, posts: 3_800, spam: 1_200, connectionsPerProcess: 500 }, log),
);
