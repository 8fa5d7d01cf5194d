// Builds the npm package `leadline` for all platforms in release/: a tarball, and an SBOM beside it.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { describeSbom, type Lockfile } from './sbom.ts';
import { PLATFORMS, STAGE, stagePackage } from './stage-package.ts';

const { manifest, packages } = await stagePackage(PLATFORMS);
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile;
const sbom = describeSbom(manifest, packages, lock);
writeFileSync(`release/leadline-${manifest.version}.cdx.json`, `${JSON.stringify(sbom, null, 2)}\n`);
execFileSync('npm', ['pack', '--pack-destination', '..'], {
  cwd: STAGE,
  stdio: ['ignore', 'inherit', 'ignore'],
});
