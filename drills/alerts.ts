// Kills the worker with SIGKILL, 20 times, while it emails alerts.
//   node drills/alerts.ts [--json]

import { drillAlerts } from '@leadline/testkit/drills/alerts';
import { runDrill } from '@leadline/testkit/drills/run-drill';

await runDrill('alerts', ({ url }, log) => drillAlerts(url, { kills: 20, accounts: 40 }, log));
