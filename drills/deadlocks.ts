// Ten seconds of two processes writing, deleting and refusing leads of the same thousand accounts.
//   node drills/deadlocks.ts [--json]

import { drillDeadlocks } from '@leadline/testkit/drills/deadlocks';
import { runDrill } from '@leadline/testkit/drills/run-drill';

await runDrill('deadlocks', ({ url }, say) =>
  drillDeadlocks(url, { accounts: 1_000, connections: 64, seconds: 10 }, say),
);
