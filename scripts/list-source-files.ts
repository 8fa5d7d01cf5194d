// The TypeScript that is not a test: every package's src, and the benchmarks and drills.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export function listSourceFiles(): string[] {
  const folders = readdirSync('packages').map((name) => join('packages', name, 'src'));
  return [...folders, 'bench', 'drills'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  );
}
