// The licences of everything that the package contains parts of: what is bundled into the command and into the dashboard.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/** `inputs` are paths of bundled files. */
export function describeThirdParties(inputs: readonly string[]): string {
  const folders = new Set([...inputs.flatMap(findPackageFolder), ...listDashboardPackages()]);
  const texts = [...folders].sort().map(describePackage);
  return `Leadline contains parts of these packages.\n\n${[...new Set(texts)].join('\n')}`;
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

/** As Node looks for it: in the folder itself, then further up. Our own packages have no licence of their own. */
function findInstalled(name: string, from: string): string | null {
  if (name.startsWith('@leadline/')) return null;
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === '.') return null;
  }
}

function describePackage(folder: string): string {
  const { name, version, license } = readManifest(folder);
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return `${'='.repeat(80)}\n${name} ${version}: ${license ?? 'see below'}\n\n${texts.join('\n\n')}\n`;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
