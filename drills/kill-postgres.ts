// Crashes PostgreSQL under load, five times, for up to seven seconds.
//   node drills/kill-postgres.ts [--json]

import { drillKillPostgres } from '@leadline/testkit/drills/kill-postgres';
import { runDrill } from '@leadline/testkit/drills/run-drill';

await runDrill('kill-postgres', (postgres, log) => drillKillPostgres(postgres, [1, 3, 7, 1, 3], log));
