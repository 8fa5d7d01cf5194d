// Builds the npm package in packages/sdk/dist: `npm run build:sdk`.

import { join } from 'node:path';
import { buildPackage } from './build-package.ts';

await buildPackage(join(import.meta.dirname, '../dist'));
