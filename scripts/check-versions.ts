// Checks that only released packages carry a version and that every place that states one agrees (docs/releasing.md).

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINE_VERSION } from '@leadline/engine/version';
import { reportProblems } from './report-problems.ts';

interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Raised by hand, together with the golden scores. */
const ENGINE = '@leadline/engine';
/** The product: what a release and its tag are named after. Raising it releases. */
const PRODUCT = '@leadline/cli';
const SEMVER = /^\d+\.\d+\.\d+$/;

const problems: string[] = [];
const manifests = readdirSync('packages').map(readManifest);
for (const manifest of manifests) checkManifest(manifest);
checkEngine(findVersion(ENGINE));
checkChangelog(findVersion(PRODUCT));

reportProblems(problems, 'versions agree');

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join('packages', folder, 'package.json'), 'utf8')) as Manifest;
}

function findVersion(name: string): string | undefined {
  return manifests.find((manifest) => manifest.name === name)?.version;
}

function checkManifest({ name, version, dependencies, devDependencies }: Manifest): void {
  const isReleased = name === ENGINE || name === PRODUCT;
  if (isReleased && !SEMVER.test(version ?? '')) problems.push(`${name} needs a version such as 1.2.3`);
  if (!isReleased && version !== undefined)
    problems.push(`${name} is not released on its own: remove "version" from its package.json`);
  for (const [dependency, range] of Object.entries({ ...dependencies, ...devDependencies }))
    if (dependency.startsWith('@leadline/') && range !== '*')
      problems.push(`${name} depends on ${dependency} ${range}: use "*", which npm links to the workspace`);
}

function checkEngine(version: string | undefined): void {
  if (version !== ENGINE_VERSION)
    problems.push(
      `${ENGINE} is ${version} in package.json and ${ENGINE_VERSION} in src/version.ts: make them equal`,
    );
}

function checkChangelog(version: string | undefined): void {
  const headings = readFileSync('CHANGELOG.md', 'utf8').match(/^## .*$/gm) ?? [];
  if (!headings.some((heading) => heading.split(/[\s:,]+/)[1] === version))
    problems.push(`CHANGELOG.md has no section for ${version}`);
}
