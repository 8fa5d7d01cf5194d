// Sends the same request 50 times at once to two processes, in 20 rounds, with and without an Idempotency-Key.
//   node drills/idempotency.ts [--json]

import { drillIdempotency } from '@leadline/testkit/drills/idempotency';
import { runDrill } from '@leadline/testkit/drills/run-drill';

await runDrill('idempotency', ({ url }, log) => drillIdempotency(url, { rounds: 20, posts: 50 }, log));
