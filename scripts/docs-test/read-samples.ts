// The commands and code of the documentation. What follows the language in the source says how a block is treated:
//   ```sh                         is run by `npm run docs:test`
//   ```sh not-run: needs Docker   isn't, for the reason given

import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

export interface Sample {
  /** Such as `api.md:9`. */
  readonly place: string;
  readonly page: string;
  readonly language: string;
  readonly code: string;
  /** Null if it is to be run. */
  readonly notRunBecause: string | null;
}

/** For contributors; the site doesn't show them. */
const NOT_ON_THE_SITE: ReadonlySet<string> = new Set(['architecture.md', 'nightly.md', 'releasing.md']);

const BLOCK = /^( *)```(\w*)([^\n]*)\n(.*?)^ *```$/gms;

export function readSamples(): Sample[] {
  const pages = globSync('docs/*.md').sort();
  return pages.filter((path) => !NOT_ON_THE_SITE.has(basename(path))).flatMap(readPage);
}

function readPage(path: string): Sample[] {
  const text = readFileSync(path, 'utf8');
  const page = basename(path);
  return [...text.matchAll(BLOCK)].map(
    ({ index, 1: indent = '', 2: language = '', 3: info = '', 4: code = '' }) => ({
      place: `${page}:${text.slice(0, index).split('\n').length}`,
      page,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      notRunBecause: /^ not-run: (.+)$/.exec(info)?.[1] ?? null,
    }),
  );
}
