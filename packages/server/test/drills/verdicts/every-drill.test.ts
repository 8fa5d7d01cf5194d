// Every drill has a verdict that is tested, and a place in the documentation.

import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../../..');
const DRILLS = [
  ...globSync('drills/*.ts', { cwd: ROOT }).map((file) => basename(file, '.ts')),
  'scale',
].sort();

test('the verdict of every drill is tested with faults', () => {
  const tests = globSync('*.test.ts', { cwd: import.meta.dirname })
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  const described = [...tests.matchAll(/^describeVerdict\(\s*'([a-z-]+)/gm)].map(([, name = '']) => name);
  expect(DRILLS.length).toBeGreaterThan(20);
  expect(DRILLS.filter((drill) => !described.includes(drill))).toEqual([]);
});

test('docs/drills.md says what every drill does, and which faults it was shown to catch', () => {
  const docs = readFileSync(join(ROOT, 'docs/drills.md'), 'utf8');
  const [, faults = ''] = docs.split('\n## Faults that the drills catch\n');
  const listed = (text: string): string[] =>
    [...text.matchAll(/^\| `([a-z-]+)` \| \S/gm)].map(([, name = '']) => name);
  expect(DRILLS.filter((drill) => !listed(docs.replace(faults, '')).includes(drill))).toEqual([]);
  expect(DRILLS.filter((drill) => !listed(faults).includes(drill))).toEqual([]);
});
