// Finds actions and images that are named by a tag, which can be moved to other code, instead of by a digest. Renovate adds the
// digests; release.yml refuses to publish while one is missing. `npm run verify` doesn't run this, because a digest can't be looked
// up offline.

import { globSync, readFileSync } from 'node:fs';
import { reportProblems } from './report-problems.ts';

const ACTION = /^\s*(?:- )?uses:\s*['"]?([^\s'"#]+)/;
const IMAGE = /^\s*(?:- )?(?:image:|FROM(?:\s+--platform=\S+)?)\s*['"]?([^\s'"#]+)/;
const COMMIT = /@[0-9a-f]{40}$/;
const DIGEST = /@sha256:[0-9a-f]{64}$/;

/** Returns what isn't pinned in the text of a workflow, a Dockerfile or a compose file. */
export function findUnpinned(text: string): { line: number; name: string }[] {
  const lines = text.split('\n');
  const stages = new Set(lines.flatMap((line) => /^FROM\s.+\sAS\s+(\S+)/i.exec(line)?.[1] ?? []));
  return lines.flatMap((line, index) => {
    const action = ACTION.exec(line)?.[1];
    if (action !== undefined)
      return action.startsWith('./') || COMMIT.test(action) || DIGEST.test(action)
        ? []
        : [{ line: index + 1, name: action }];
    const image = IMAGE.exec(line)?.[1];
    // Our own image is built from this commit.
    if (image === undefined || stages.has(image) || image.startsWith('${LEADLINE_IMAGE')) return [];
    return DIGEST.test(image) ? [] : [{ line: index + 1, name: image }];
  });
}

/** What runs in CI, or becomes part of what is published or deployed. */
export const PINNED_FILES = [
  '.github/workflows/*.yml',
  'Dockerfile',
  'compose.yaml',
  '.devcontainer/Dockerfile',
];

if (import.meta.main) {
  const problems = globSync(PINNED_FILES)
    .sort()
    .flatMap((file) =>
      findUnpinned(readFileSync(file, 'utf8')).map(
        ({ line, name }) =>
          `${file}:${line}: ${name} has no digest; merge Renovate's pull request that pins it`,
      ),
    );
  reportProblems(problems, 'pins: every action and image has a digest');
}
