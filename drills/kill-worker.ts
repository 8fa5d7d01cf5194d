// Kills the worker with SIGKILL, 20 times, while it delivers events and runs an import.
//   node drills/kill-worker.ts [--json]

import { drillKillWorker } from '@leadline/testkit/drills/kill-worker';
import { runDrill } from '@leadline/testkit/drills/run-drill';

await runDrill('kill-worker', ({ url }, log) => drillKillWorker(url, { kills: 20, importRows: 60_000 }, log));
