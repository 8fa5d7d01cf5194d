// Kills and freezes the primary of three PostgreSQL servers under load, and freezes the leader of etcd. Needs root; the first run needs mmdebstrap and a Debian mirror.
//   node drills/ha.ts [--postmaster-kills 5] [--node-kills 2] [--freezes 3] [--etcd-freezes 2] [--leads-per-second 100] [--root FOLDER] [--json]
//   [--logs FOLDER] keeps the logs of PostgreSQL, Patroni, etcd and HAProxy
// With --asynchronous, commits don't wait for a standby, and the drill has to find lost leads.

import { drillHa } from '@leadline/testkit/drills/ha';
import { runDrillOn } from '@leadline/testkit/drills/run-drill';
import { startHaCluster } from '@leadline/testkit/ha/ha-cluster';
import { DEFAULT_HA_ROOT, makeHaRoot } from '@leadline/testkit/ha/ha-root';
import { readOptions } from '@leadline/testkit/read-options';

const options = readOptions({
  'postmaster-kills': 5,
  'node-kills': 2,
  freezes: 3,
  'etcd-freezes': 2,
  'leads-per-second': 100,
  root: DEFAULT_HA_ROOT,
  logs: null,
  asynchronous: false,
  json: false,
});

const start = (): ReturnType<typeof startHaCluster> => {
  makeHaRoot(options.root);
  return startHaCluster({
    root: options.root,
    isSynchronous: !options.asynchronous,
    logs: options.logs ?? undefined,
  });
};

await runDrillOn(
  'ha',
  start,
  (cluster, log) =>
    drillHa(
      cluster,
      {
        leadsPerSecond: options['leads-per-second'],
        postmasterKills: options['postmaster-kills'],
        nodeKills: options['node-kills'],
        freezes: options.freezes,
        etcdFreezes: options['etcd-freezes'],
      },
      log,
    ),
  options,
);
