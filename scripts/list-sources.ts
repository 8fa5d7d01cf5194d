// The TypeScript files below a folder, without what was installed or built.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(?:^|\/)(?:node_modules|dist)\//.test(file))
    .map((file) => join(folder, file));
}
