// Puts together the npm package `leadline` in release/package: the bundled command, the files it reads, and the libraries of
// ONNX Runtime. Run `npm run build` first. See docs/decisions/0042-packages.md.

import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundleCommand } from './bundle.ts';
import { describeThirdParties } from './third-party-notices.ts';

export const STAGE = join('release', 'package');

/** The platforms that PostgreSQL comes for as well. Intel Macs get PostgreSQL, but ONNX Runtime no longer supports them. */
const LIBRARIES = {
  'linux/x64': 'libonnxruntime.so.1',
  'linux/arm64': 'libonnxruntime.so.1',
  'darwin/arm64': 'libonnxruntime.1.dylib',
} as const;

export type Platform = keyof typeof LIBRARIES;
export const PLATFORMS = Object.keys(LIBRARIES) as Platform[];

const LAUNCHER = `#!/usr/bin/env node
// An older Node would fail with an error that doesn't say so.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error('leadline: needs Node 24 or later; this is ' + process.version);
  process.exit(1);
}
await import('../code/main.js');
`;

export async function stagePackage(platforms: readonly Platform[]): Promise<void> {
  if (!existsSync('packages/dashboard/dist/index.html')) throw new Error('no dashboard: run npm run build');
  rmSync('release', { recursive: true, force: true });
  mkdirSync(join(STAGE, 'bin'), { recursive: true });
  const { files, inputs } = await bundleCommand(join(STAGE, 'code'));
  for (const file of files) cpSync(join('packages', file), join(STAGE, 'files', file), { recursive: true });
  for (const platform of platforms) copyOnnxRuntime(platform);
  for (const file of ['LICENSE', 'NOTICE', 'packages/cli/README.md'])
    cpSync(file, join(STAGE, basename(file)));
  writeFileSync(join(STAGE, 'THIRD-PARTY-NOTICES.txt'), describeThirdParties(inputs));
  writeFileSync(join(STAGE, 'bin/leadline.js'), LAUNCHER);
  chmodSync(join(STAGE, 'bin/leadline.js'), 0o755);
  writeFileSync(join(STAGE, 'package.json'), `${JSON.stringify(makeManifest(), null, 2)}\n`);
}

function copyOnnxRuntime(platform: Platform): void {
  const installed = join('node_modules/onnxruntime-node/bin/napi-v6', platform);
  for (const file of [LIBRARIES[platform], 'onnxruntime_binding.node'])
    cpSync(join(installed, file), join(STAGE, 'native', platform, file));
}

function makeManifest(): object {
  const { version, license } = readManifest('packages/cli');
  const { optionalDependencies } = readManifest('packages/server');
  return {
    name: 'leadline',
    version,
    description: 'Open-source lead scoring that accounts for every point',
    license,
    type: 'module',
    bin: { leadline: 'bin/leadline.js' },
    engines: { node: '>=24' },
    os: ['linux', 'darwin'],
    optionalDependencies,
  };
}

function readManifest(folder: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
