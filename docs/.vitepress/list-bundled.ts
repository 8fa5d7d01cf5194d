// Writes down which packages of others the site contains code of, for the notices of a release.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export const BUNDLED = 'node_modules/.cache/vitepress/bundled.json';

interface Chunk {
  readonly type: string;
  readonly moduleIds?: readonly string[];
}

const packages = new Set<string>();

/** VitePress builds twice: for browsers, and to render the pages. */
export const listBundled = {
  name: 'list-bundled',
  generateBundle(_options: object, bundle: Readonly<Record<string, Chunk>>): void {
    for (const file of Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds)) {
      const folder = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
      if (folder !== undefined) packages.add(folder);
    }
    mkdirSync(dirname(BUNDLED), { recursive: true });
    writeFileSync(BUNDLED, `${JSON.stringify([...packages].sort(), null, 2)}\n`);
  },
};
