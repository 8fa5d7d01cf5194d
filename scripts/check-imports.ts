// Checks that packages import one another in one direction only, and that the engine stays pure.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** What each package may import of ours; a package that is not listed may not exist. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  contract: [],
  csv: [],
  sdk: ['contract'],
  dashboard: ['sdk', 'contract', 'engine', 'csv'],
  assessor: ['engine'],
  server: ['engine', 'contract', 'assessor', 'csv'],
  cli: ['engine', 'contract', 'sdk', 'assessor', 'server'],
};

/** Names whose answers differ from call to call or machine to machine. */
const IMPURE =
  /\b(?:Date\.now|Math\.random|new Date\(\)|performance\.|process\.|fetch\(|setTimeout|setInterval|crypto\.|console\.|Intl\.|toLocale\w+)/;
const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;

const problems: string[] = [];
for (const name of readdirSync('packages')) {
  const allowed = MAY_IMPORT[name];
  if (allowed === undefined) problems.push(`packages/${name} has no import rule in scripts/check-imports.ts`);
  for (const file of sourceFiles(join('packages', name, 'src'))) checkFile(file, name, allowed ?? []);
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log('imports point one way');

function checkFile(file: string, name: string, allowed: readonly string[]): void {
  const text = readFileSync(file, 'utf8');
  for (const [, target = ''] of text.matchAll(IMPORT)) {
    const ours = /^@leadline\/(\w+)/.exec(target)?.[1];
    if (ours !== undefined && !allowed.includes(ours)) problems.push(`${file} imports ${target}`);
    if (name === 'engine' && target.startsWith('node:'))
      problems.push(`${file} imports ${target}: the engine runs in browsers too`);
    if (target.startsWith('.') && !isInside(file, target, name))
      problems.push(`${file} reaches into another package by ${target}`);
  }
  if (name !== 'engine') return;
  for (const [index, line] of text.split('\n').entries()) {
    const impure = IMPURE.exec(line.replace(/\/\/.*/, ''))?.[0];
    if (impure) problems.push(`${file}:${index + 1} uses ${impure}: the engine is pure`);
  }
}

function isInside(file: string, target: string, name: string): boolean {
  const path = relative(join('packages', name), join(file, '..', target));
  return !path.startsWith(`..${sep}`);
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file));
}
