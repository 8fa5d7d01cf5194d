// Crashes PostgreSQL under load five times, for up to seven seconds.
//   node drills/kill-postgres.ts [--json]

import { runDrill } from './lib/drill.ts';
import { drillKillPostgres } from './lib/kill-postgres.ts';

await runDrill('kill-postgres', (postgres, say) => drillKillPostgres(postgres, [1, 3, 7, 1, 3], say));
