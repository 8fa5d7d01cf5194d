// Puts together the npm package `leadline` in release/package: the bundled command, the files it reads, and the libraries of
// ONNX Runtime. Run `npm run build` first. See docs/decisions/0042-packages.md.

import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundleCommand } from './bundle.ts';
import { type BundledPackage, listBundledPackages } from './bundled-packages.ts';
import type { Release } from './sbom.ts';
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

export interface StagedPackage {
  readonly manifest: Release;
  /** The packages of others that it contains parts of. */
  readonly packages: readonly BundledPackage[];
}

export async function stagePackage(platforms: readonly Platform[]): Promise<StagedPackage> {
  for (const page of ['index.html', 'docs/index.html'])
    if (!existsSync(join('packages/dashboard/dist', page))) throw new Error(`no ${page}: run npm run build`);
  rmSync('release', { recursive: true, force: true });
  mkdirSync(join(STAGE, 'bin'), { recursive: true });
  const { files, inputs } = await bundleCommand(join(STAGE, 'code'));
  for (const file of files) cpSync(join('packages', file), join(STAGE, 'files', file), { recursive: true });
  for (const platform of platforms) copyOnnxRuntime(platform);
  for (const file of ['LICENSE', 'NOTICE', 'packages/cli/README.md'])
    cpSync(file, join(STAGE, basename(file)));
  const packages = listBundledPackages(inputs);
  writeFileSync(join(STAGE, 'THIRD-PARTY-NOTICES.txt'), describeThirdParties(packages));
  writeFileSync(join(STAGE, 'bin/leadline.js'), LAUNCHER);
  chmodSync(join(STAGE, 'bin/leadline.js'), 0o755);
  const manifest = makeManifest();
  writeFileSync(join(STAGE, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return { manifest, packages };
}

function copyOnnxRuntime(platform: Platform): void {
  const installed = join('node_modules/onnxruntime-node/bin/napi-v6', platform);
  for (const file of [LIBRARIES[platform], 'onnxruntime_binding.node'])
    cpSync(join(installed, file), join(STAGE, 'native', platform, file));
}

function makeManifest(): Release {
  const { version, license } = readManifest('packages/cli');
  const { optionalDependencies } = readManifest('packages/server');
  const manifest = {
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
  return manifest;
}

const readManifest = (folder: string): Release =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Release;
