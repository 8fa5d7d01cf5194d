// 20 times 50 posts of one request at once on two processes, in each way that requests are told apart.
//   node drills/idempotency.ts [--json]

import { drillIdempotency } from '@leadline/testkit/drills/idempotency';
import { runDrill } from '@leadline/testkit/drills/run-drill';

await runDrill('idempotency', ({ url }, say) => drillIdempotency(url, { rounds: 20, posts: 50 }, say));
