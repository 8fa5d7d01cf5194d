// Kills and freezes the primary of three PostgreSQL servers under load, and freezes the leader of etcd. Needs root; the first run needs mmdebstrap and a Debian mirror.
//   node drills/ha.ts [--postmaster-kills 5] [--node-kills 2] [--freezes 3] [--etcd-freezes 2] [--leads-per-second 100] [--root FOLDER] [--json]
//   [--logs FOLDER] keeps the logs of PostgreSQL, Patroni, etcd and HAProxy
// With --asynchronous, commits don't wait for a standby, and the drill has to find lost leads.

import { parseArgs } from 'node:util';
import { drillHa } from '@leadline/testkit/drills/ha';
import { runDrillOn } from '@leadline/testkit/drills/run-drill';
import { startHaCluster } from '@leadline/testkit/ha/ha-cluster';
import { DEFAULT_HA_ROOT, makeHaRoot } from '@leadline/testkit/ha/ha-root';

const { values } = parseArgs({
  options: {
    'postmaster-kills': { type: 'string', default: '5' },
    'node-kills': { type: 'string', default: '2' },
    freezes: { type: 'string', default: '3' },
    'etcd-freezes': { type: 'string', default: '2' },
    'leads-per-second': { type: 'string', default: '100' },
    root: { type: 'string', default: DEFAULT_HA_ROOT },
    logs: { type: 'string' },
    asynchronous: { type: 'boolean', default: false },
    json: { type: 'boolean' },
  },
});

const start = (): ReturnType<typeof startHaCluster> => {
  makeHaRoot(values.root);
  return startHaCluster({ root: values.root, isSynchronous: !values.asynchronous, logs: values.logs });
};

await runDrillOn('ha', start, (cluster, log) =>
  drillHa(
    cluster,
    {
      leadsPerSecond: Number(values['leads-per-second']),
      postmasterKills: Number(values['postmaster-kills']),
      nodeKills: Number(values['node-kills']),
      freezes: Number(values.freezes),
      etcdFreezes: Number(values['etcd-freezes']),
    },
    log,
  ),
);
