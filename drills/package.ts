// Installs the npm package with npm 11 and npm 12, then uses it. Run `npm run build && npm run package` first. As root, the
// service runs in a network namespace of its own, so that it can reach nothing (needs iproute2).
//   node drills/package.ts [--json]

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Installation, installPackage } from '@leadline/testkit/drills/package/install-package';
import { drillPackage } from '@leadline/testkit/drills/package/package';
import { reportDrill } from '@leadline/testkit/drills/run-drill';
import { loopbackOnly } from '@leadline/testkit/net/loopback-only';
import { readOptions } from '@leadline/testkit/read-options';

const { json, installed } = readOptions({ json: false, installed: null });
const log = (text: string): unknown => process.stderr.write(`${text}\n`);
const isRoot = process.getuid?.() === 0;

if (installed !== null) {
  const installations = JSON.parse(installed) as Installation[];
  const [sbom] = globSync('release/leadline-*.cdx.json');
  if (sbom === undefined) throw new Error('no SBOM in release/: run npm run package');
  await reportDrill('package', (timed) => drillPackage(installations, { isAlone: isRoot, sbom }, timed), {
    json,
  });
} else {
  const [tarball] = globSync('release/leadline-*.tgz');
  if (tarball === undefined) throw new Error('no package in release/: run npm run build && npm run package');
  const folder = await mkdtemp(join(tmpdir(), 'leadline-package-'));
  try {
    const installations = await installPackage(tarball, ['11', '12'], folder, log);
    const self = [process.execPath, import.meta.filename, '--installed', JSON.stringify(installations)];
    if (json) self.push('--json');
    const [program = '', ...args] = isRoot ? loopbackOnly(self) : self;
    const [code] = (await once(spawn(program, args, { stdio: 'inherit' }), 'exit')) as [number | null];
    process.exitCode = code ?? 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
