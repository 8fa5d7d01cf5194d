// 20 times 50 posts of one request at once on two processes, in each way that requests are told apart.
//   node drills/idempotency.ts [--json]

import { runDrill } from './lib/drill.ts';
import { drillIdempotency } from './lib/idempotency.ts';

await runDrill('idempotency', ({ url }, say) => drillIdempotency(url, { rounds: 20, posts: 50 }, say));
