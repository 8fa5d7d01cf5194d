// Builds the npm package `leadline` for all platforms, as a tarball in release/.

import { execFileSync } from 'node:child_process';
import { PLATFORMS, STAGE, stagePackage } from './stage-package.ts';

await stagePackage(PLATFORMS);
execFileSync('npm', ['pack', '--pack-destination', '..'], {
  cwd: STAGE,
  stdio: ['ignore', 'inherit', 'ignore'],
});
