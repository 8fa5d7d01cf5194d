// Drills and benchmarks explain themselves with --help, and don't start with options that they don't know.

import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
const FILES = globSync('{drills,bench}/*.ts', { cwd: ROOT }).sort();

function run(file: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, file), ...args], {
    encoding: 'utf8',
    timeout: 60_000,
    cwd: ROOT,
  });
  return { status, stdout, stderr };
}

test('--help prints the comment at the top of the file and starts nothing', () => {
  const { status, stdout, stderr } = run('drills/cells.ts', '--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(
    /^Three cells and a directory: .*\n {2}node drills\/cells\.ts \[--json\] \[--small\]/,
  );
});

test('a drill runs by its name, with its own options', () => {
  const { status, stdout } = run('scripts/drill.ts', 'cells', '--help');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Three cells and a directory: /);
  expect(run('scripts/drill.ts', 'no-such-drill')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('kill-api'),
  });
});

test.each([
  ['drills/allowance.ts', ['--no-such-option'], "Unknown option '--no-such-option'"],
  ['drills/network.ts', ['--seconds', 'x'], "--seconds must be a whole number, not 'x'"],
  ['bench/compare.ts', ['--seconds', '-1'], '--seconds'],
])('%s %j ends with an error', (file, args, error) => {
  const { status, stdout, stderr } = run(file, ...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(error);
  expect(stderr).toContain(`${file.split('/')[1]}`.replace('.ts', ''));
});

// Running all of them would take minutes.
test.each(FILES)('%s reads its options in the common way, before it does anything', (file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  expect(text).toMatch(/^\/\/ /);
  expect(text).not.toMatch(/\bparseArgs\b|process\.argv/);
  const [before, call] = text.split(/\b(readOptions|readCommandLine|runDrill|runDrillOn|reportDrill)\(/);
  expect(call).toBeDefined();
  expect(before).not.toMatch(/await (?!runDrill|reportDrill|$)/);
});

test('all of them are found', () => {
  expect(FILES.length).toBeGreaterThan(40);
});
