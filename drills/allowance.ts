// Sends 5,000 concurrent posts to two processes, against an allowance of 500.
//   node drills/allowance.ts [--json]

import { drillAllowance } from '@leadline/testkit/drills/allowance';
import { runDrill } from '@leadline/testkit/drills/run-drill';

await runDrill('allowance', ({ url }, log) =>
  drillAllowance(url, { allowance: 500, posts: 5_000, connectionsPerProcess: 500 }, log),
);
