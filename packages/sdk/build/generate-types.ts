// Generates the files in src/generated, formatted. A test compares them with the ones in the repository.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeOperations, describeSchemas } from './describe-api.ts';
import type { Document } from './openapi.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = 'packages/sdk/src/generated';

/** File contents by path, relative to the repository. */
export function generateTypes(): Readonly<Record<string, string>> {
  const document = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as Document;
  return {
    [`${FOLDER}/schemas.ts`]: format('schemas.ts', describeSchemas(document)),
    [`${FOLDER}/operations.ts`]: format('operations.ts', describeOperations(document)),
  };
}

const format = (name: string, source: string): string =>
  execFileSync('biome', ['format', `--stdin-file-path=${FOLDER}/${name}`], {
    cwd: ROOT,
    input: source,
    encoding: 'utf8',
  });
