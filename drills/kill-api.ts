// Kills one of two API processes under load, 20 times, with SIGKILL.
//   node drills/kill-api.ts [--json]

import { drillKillApi } from '@leadline/testkit/drills/kill-api';
import { runDrill } from '@leadline/testkit/drills/run-drill';

await runDrill('kill-api', ({ url }, log) => drillKillApi(url, 20, log));
