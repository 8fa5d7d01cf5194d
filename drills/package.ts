// Installs the npm package with npm 11 and npm 12 and uses it. Run `npm run build && npm run package` first.
//   node drills/package.ts [--json]

import { globSync } from 'node:fs';
import { drillPackage } from '@leadline/testkit/drills/package/package';
import { reportDrill } from '@leadline/testkit/drills/run-drill';

const [tarball] = globSync('release/leadline-*.tgz');
if (tarball === undefined) throw new Error('no package in release/: run npm run build && npm run package');
await reportDrill('package', (log) => drillPackage(tarball, ['11', '12'], log));
