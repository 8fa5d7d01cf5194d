// Writes the SBOM (CycloneDX) of what the command and the dashboard are bundled from, and of what npm installs beside them.
//   node scripts/package/write-sbom.ts FILE

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Manifest {
  readonly version?: string;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, Manifest>>;
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('name the file to write');

// npm can only describe packages that have a version, which most of ours don't, so it gets copies that do.
const { version } = readJson<{ version: string }>('packages/cli/package.json');
const withVersion = <T extends Manifest>(manifest: T): T => ({ version, ...manifest });

const folder = mkdtempSync(join(tmpdir(), 'leadline-sbom-'));
try {
  copyJson('package.json', withVersion<Manifest>);
  copyJson<Lockfile>('package-lock.json', (lock) => ({
    ...lock,
    packages: Object.fromEntries(
      Object.entries(lock.packages).map(([path, entry]) => [
        path,
        path === '' || path.startsWith('packages/') ? withVersion(entry) : entry,
      ]),
    ),
  }));
  for (const name of readdirSync('packages')) {
    mkdirSync(join(folder, 'packages', name), { recursive: true });
    copyJson(join('packages', name, 'package.json'), withVersion<Manifest>);
  }
  const workspaces = ['@leadline/cli', '@leadline/dashboard'].map((name) => `--workspace=${name}`);
  const sbom = execFileSync(
    'npm',
    ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', ...workspaces],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  writeFileSync(file, sbom);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function copyJson<T>(path: string, change: (content: T) => T): void {
  writeFileSync(join(folder, path), JSON.stringify(change(readJson<T>(path))));
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}
