// The TypeScript that ships: every package's src.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export function listSourceFiles(packages: readonly string[] = readdirSync('packages')): string[] {
  return packages.flatMap((name) => {
    const folder = join('packages', name, 'src');
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file));
  });
}
