// Fails when the script a browser must have before it shows the inbox outgrows its budget.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = 'packages/dashboard/dist';
const BUDGET_BYTES = 250_000;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
const sizes = new Map(
  Object.values(manifest)
    .map((chunk) => chunk.file)
    .filter((file) => file.endsWith('.js'))
    .map((file) => [file, gzippedSize(file)]),
);
const first = new Set<string>();
// The shell and the inbox come with the entry.
collectStatic('index.html');
for (const [, file = ''] of readFileSync(join(DIST, 'index.html'), 'utf8').matchAll(
  /(?:src|href)="\/([^"]+\.js)"/g,
))
  first.add(file);

const total = [...first].reduce((sum, file) => sum + (sizes.get(file) ?? gzippedSize(file)), 0);
console.log('largest chunks, gzip (* loaded first)');
for (const [file, size] of [...sizes].sort((a, b) => b[1] - a[1]).slice(0, 8))
  console.log(`${kilobytes(size)}  ${first.has(file) ? '*' : ' '} ${file}`);
console.log(`${kilobytes(total)}    loaded first, of ${kilobytes(BUDGET_BYTES).trim()}`);
if (total > BUDGET_BYTES) {
  console.error('the dashboard loads too much before it shows the inbox');
  process.exit(1);
}

function collectStatic(name: string): void {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`${name} is not in the manifest of the build`);
  if (first.has(chunk.file)) return;
  first.add(chunk.file);
  for (const imported of chunk.imports ?? []) collectStatic(imported);
}

function gzippedSize(file: string): number {
  return gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`.padStart(9);
}
