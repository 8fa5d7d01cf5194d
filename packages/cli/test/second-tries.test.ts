// CI gives tests a second try, but not guarantees, and only a few: .ci/steps.sh, run here with tests that fail the first time.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'second-tries-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Tests that fail once. */
function write(path: string, tests: number): void {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  const lines = Array.from(
    { length: tests },
    (_, number) => `let tries${number} = 0;
test('test ${number}', () => { if (tries${number}++ === 0) throw new Error('the first time'); });`,
  );
  writeFileSync(
    file,
    `import { test } from '${ROOT}/node_modules/vitest/dist/index.js';\n${lines.join('\n')}\n`,
  );
}

function runSuite(path: string): { status: number | null; lines: string[] } {
  const script = `source ${ROOT}/.ci/steps.sh; suite made-up npx vitest run --root ${folder} ${path}; finish`;
  const { status, stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  return { status, lines: stdout.trim().split('\n') };
}

test('three tests may need a second try, and are named', () => {
  write('plain/three.test.ts', 3);
  const { status, lines } = runSuite('plain/three.test.ts');
  expect(lines.filter((line) => line.startsWith('passed the second time: made-up: '))).toHaveLength(3);
  expect(lines.at(-1)).toBe('3 passed, 0 failed');
  expect(status).toBe(0);
});

test('a fourth one fails the run', () => {
  write('plain/four.test.ts', 4);
  const { status, lines } = runSuite('plain/four.test.ts');
  expect(lines.slice(-2)).toEqual([
    'failed: 4 tests needed a second try; at most 3 may',
    '4 passed, 1 failed',
  ]);
  expect(status).toBe(1);
});

test('a guarantee that fails once has failed', () => {
  write('packages/server/test/drills/made-up.test.ts', 1);
  const { status, lines } = runSuite('made-up');
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^failed once, a guarantee: made-up: packages\/server\/test\/drills\/made-up\.test\.ts test 0/,
    ),
  );
  expect(lines.at(-1)).toBe('0 passed, 1 failed');
  expect(status).toBe(1);
});
