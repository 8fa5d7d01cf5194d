// Two processes write, delete and reject leads of the same thousand accounts for ten seconds.
//   node drills/deadlocks.ts [--json]

import { drillDeadlocks } from '@leadline/testkit/drills/deadlocks';
import { runDrill } from '@leadline/testkit/drills/run-drill';

await runDrill('deadlocks', ({ url }, log) =>
  drillDeadlocks(url, { accounts: 1_000, connections: 64, seconds: 10 }, log),
);
