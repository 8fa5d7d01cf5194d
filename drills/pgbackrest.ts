// Sets up backups with pgBackRest as docs/backup.md says, verifies them, and restores to a moment under load, 50 leads a second.
// Needs root; the first run needs mmdebstrap and a Debian mirror.
//   node drills/pgbackrest.ts [--root FOLDER] [--json]

import { startPgBackRestServer } from '@leadline/testkit/backup/pgbackrest-server';
import { drillPgBackRest } from '@leadline/testkit/drills/pgbackrest/pgbackrest';
import { runDrillOn } from '@leadline/testkit/drills/run-drill';
import { DEFAULT_HA_ROOT, makeHaRoot } from '@leadline/testkit/ha/ha-root';
import { readOptions } from '@leadline/testkit/read-options';

const options = readOptions({ root: DEFAULT_HA_ROOT, json: false });

const start = (): ReturnType<typeof startPgBackRestServer> => {
  makeHaRoot(options.root);
  return startPgBackRestServer(options.root);
};

await runDrillOn(
  'pgbackrest',
  start,
  (server, log) => drillPgBackRest(server, { seconds: 10, leadsPerSecond: 50 }, log),
  options,
);
