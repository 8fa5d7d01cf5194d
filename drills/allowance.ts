// 5,000 posts at once on two processes for an allowance of 500.
//   node drills/allowance.ts [--json]

import { drillAllowance } from './lib/allowance.ts';
import { runDrill } from './lib/drill.ts';

await runDrill('allowance', ({ url }, say) =>
  drillAllowance(url, { allowance: 500, posts: 5_000, connectionsPerProcess: 500 }, say),
);
