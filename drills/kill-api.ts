// Kills one of two API processes under load, 20 times, with no chance to clean up.
//   node drills/kill-api.ts [--json]

import { runDrill } from './lib/drill.ts';
import { drillKillApi } from './lib/kill-api.ts';

await runDrill('kill-api', ({ url }, say) => drillKillApi(url, 20, say));
