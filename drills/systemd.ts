// Runs the units of deploy/systemd with systemd as the first process of a privileged container. Needs root and podman; run
// `npm run build && npm run package` first, and drills/stand-ins/make.sh where base images can't be downloaded.
//   node drills/systemd.ts [--json]

import { globSync } from 'node:fs';
import { buildMachine } from '@leadline/testkit/containers/systemd-machine';
import { runDrill } from '@leadline/testkit/drills/run-drill';
import { drillSystemd } from '@leadline/testkit/drills/systemd/systemd';
import { readOptions } from '@leadline/testkit/read-options';

const options = readOptions({ json: false });
const [tarball] = globSync('release/leadline-*.tgz');
if (tarball === undefined) throw new Error('no package in release/: run npm run build && npm run package');
await runDrill(
  'systemd',
  async ({ url }, log) => {
    log('building the machine');
    return drillSystemd(await buildMachine(tarball), url, log);
  },
  options,
);
