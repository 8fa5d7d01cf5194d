// Stores leads through PgBouncer in session and in transaction mode. Needs PgBouncer on the PATH or in the variable PGBOUNCER.
//   node drills/poolers.ts [--json]

import { drillPoolers } from '@leadline/testkit/drills/poolers';
import { runDrill } from '@leadline/testkit/drills/run-drill';

await runDrill('poolers', ({ url }, log) => drillPoolers(url, { leads: 600 }, log));
