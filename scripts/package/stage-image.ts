// Puts together what the container image consists of (see Dockerfile): the npm package, for this platform only.

import { PLATFORMS, type Platform, stagePackage } from './stage-package.ts';

const platform = `${process.platform}/${process.arch}` as Platform;
if (!PLATFORMS.includes(platform)) throw new Error(`ONNX Runtime doesn't support ${platform}`);
await stagePackage([platform]);
