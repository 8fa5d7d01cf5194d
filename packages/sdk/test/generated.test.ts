import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generateTypes } from '../build/generate-types.ts';

const ROOT = join(import.meta.dirname, '../../..');

describe('generated types', () => {
  for (const [path, content] of Object.entries(generateTypes()))
    test(`${path} matches docs/openapi.json (npm run sdk:types writes it)`, () => {
      expect(readFileSync(join(ROOT, path), 'utf8')).toBe(content);
    });
});
