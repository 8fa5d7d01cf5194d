// Checks that packages import one another in one direction only, that nothing reaches into another folder by a relative
// path, and that pure packages stay pure.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { listSources } from './list-sources.ts';
import { reportProblems } from './report-problems.ts';

/** Which of our packages each package may import. Every package must be listed. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  contract: [],
  csv: [],
  sdk: [],
  mcp: ['sdk'],
  dashboard: ['sdk', 'contract', 'engine', 'csv'],
  assessor: ['engine'],
  learning: ['engine'],
  server: ['engine', 'contract', 'assessor', 'csv', 'learning', 'mcp', 'sdk'],
  cli: ['engine', 'contract', 'sdk', 'mcp', 'assessor', 'learning', 'server'],
  // For tests, drills, benchmarks and scripts; no package's src may import it.
  testkit: ['engine', 'contract', 'learning', 'server'],
};

/** Code outside packages. Like tests, it may import any package by name. */
const TOP_FOLDERS = ['bench', 'drills', 'scripts'];

/** Cases and training data that tests, the testkit and benchmarks read by relative path, and what scripts and the site share. */
const SHARED = /^(?:packages\/(?:engine|assessor)\/(?:cases|training)|docs\/\.vitepress)\//;

/** These also run in browsers, and always give the same result for the same input. */
const PURE: ReadonlySet<string> = new Set(['engine', 'learning']);

/** Results of these differ between calls or machines. */
const IMPURE =
  /\b(?:Date\.now|Math\.random|new Date\(\)|performance\.|process\.|fetch\(|setTimeout|setInterval|crypto\.|console\.|Intl\.|toLocale\w+)/;
/** Advice depends on time zones, whose rules change; no score depends on it. */
const MAY_USE_INTL: ReadonlySet<string> = new Set(
  ['advise.ts', 'advise-past-deadline.ts', 'time-zone.ts'].map((name) =>
    join('packages', 'engine', 'src', 'advice', name),
  ),
);
/** These call the API through the SDK, which is how we know that it is good. */
const CLIENTS: ReadonlySet<string> = new Set(['dashboard', 'cli']);
const FETCH = /(?<![.\w])fetch\(/;
/** Shows code that calls it. */
const MAY_MENTION_FETCH = join('packages', 'dashboard', 'src', 'pages', 'connect', 'code-guides.tsx');

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;

const problems: string[] = [];
for (const name of readdirSync('packages')) {
  const allowed = MAY_IMPORT[name];
  if (allowed === undefined)
    problems.push(`packages/${name} is missing from MAY_IMPORT in scripts/check-imports.ts`);
  const folder = join('packages', name);
  for (const file of listSources(folder)) {
    checkRelativeImports(file, folder);
    if (!file.startsWith(join(folder, 'src'))) continue;
    checkPackageImports(file, allowed ?? []);
    if (PURE.has(name)) checkPurity(file);
    if (CLIENTS.has(name) && file !== MAY_MENTION_FETCH && FETCH.test(readFileSync(file, 'utf8')))
      problems.push(`${file} calls fetch: use @leadline/sdk`);
  }
}
for (const folder of TOP_FOLDERS) for (const file of listSources(folder)) checkRelativeImports(file, folder);
reportProblems(problems, 'imports are fine');

function checkPackageImports(file: string, allowed: readonly string[]): void {
  for (const target of listImports(file)) {
    const name = /^@leadline\/(\w+)/.exec(target)?.[1];
    if (name !== undefined && !allowed.includes(name)) problems.push(`${file} must not import ${target}`);
    if (target === '@leadline/server/testing' && !file.startsWith(join('packages', 'testkit')))
      problems.push(`${file} must not import ${target}: it is for tests`);
  }
}

function checkRelativeImports(file: string, folder: string): void {
  for (const target of listImports(file)) {
    if (!target.startsWith('.')) continue;
    const path = join(file, '..', target);
    if (!relative(folder, path).startsWith(`..${sep}`)) continue;
    const isProduct = /^packages\/(?!testkit)\w+\/src\//.test(file);
    if (!isProduct && SHARED.test(path)) continue;
    problems.push(`${file} imports ${path} by a relative path: import it by its package name`);
  }
}

function checkPurity(file: string): void {
  for (const target of listImports(file))
    if (target.startsWith('node:'))
      problems.push(`${file} imports ${target}: this package also runs in browsers`);
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    const impure = IMPURE.exec(line.replace(/\/\/.*/, ''))?.[0];
    const isAllowed = impure === undefined || (impure === 'Intl.' && MAY_USE_INTL.has(file));
    if (!isAllowed) problems.push(`${file}:${index + 1} uses ${impure}: this package must be pure`);
  }
}

function listImports(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, target = '']) => target);
}
