// Lists the packages of others that the npm package contains parts of: what is bundled into the command, the dashboard and
// the documentation.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BUNDLED } from '../../docs/.vitepress/list-bundled.ts';

export interface BundledPackage {
  /** Where it is installed, such as node_modules/pg. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** `inputs` are paths of bundled files. */
export function listBundledPackages(inputs: readonly string[]): BundledPackage[] {
  const folders = new Set([
    ...inputs.flatMap(findPackageFolder),
    ...listDashboardPackages(),
    ...listDocsPackages(),
  ]);
  return [...folders].sort().map(readPackage);
}

function findPackageFolder(input: string): string[] {
  const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0];
  return folder === undefined ? [] : [folder];
}

/** Vite doesn't say what it bundled, so these are all packages that the dashboard depends on. */
function listDashboardPackages(): string[] {
  const found = new Set<string>();
  const add = (folder: string): void => {
    for (const name of Object.keys(readManifest(folder).dependencies ?? {})) {
      const installed = findInstalled(name, folder);
      if (installed === null || found.has(installed)) continue;
      found.add(installed);
      add(installed);
    }
  };
  add('packages/dashboard');
  return [...found];
}

/** Written by the build of the documentation; those it shares with the dashboard are there already. */
const listDocsPackages = (): string[] => JSON.parse(readFileSync(BUNDLED, 'utf8')) as string[];

/** As Node looks for it: in the folder itself, then further up. Our own packages are no package of others. */
function findInstalled(name: string, from: string): string | null {
  if (name.startsWith('@leadline/')) return null;
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === '.') return null;
  }
}

function readPackage(folder: string): BundledPackage {
  const { name, version, license } = readManifest(folder);
  if (version === undefined) throw new Error(`${folder} has no version`);
  return { folder, name, version, ...(license === undefined ? {} : { license }) };
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
