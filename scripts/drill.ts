// Runs a drill by its name, with the drill's own options; see docs/drills.md.
//   npm run drill -- NAME [options]

import { globSync } from 'node:fs';
import { basename, resolve } from 'node:path';

/** It fills a database and measures, so it is among the benchmarks. */
const FILES = [...globSync('drills/*.ts'), 'bench/scale.ts'].sort();

const [, , name, ...options] = process.argv;
const file = FILES.find((path) => basename(path, '.ts') === name);
if (file === undefined) {
  const names = FILES.map((path) => basename(path, '.ts')).sort();
  process.stderr.write(`npm run drill -- NAME [options]\n\nNames: ${names.join(', ')}\n`);
  process.exitCode = 2;
} else {
  process.argv = [process.execPath, resolve(file), ...options];
  await import(resolve(file));
}
