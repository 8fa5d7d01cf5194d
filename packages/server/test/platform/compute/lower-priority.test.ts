import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FILE = join(import.meta.dirname, '../../../src/platform/compute/lower-priority.ts');
const SCRIPT = `
  const { lowerPriority } = await import(${JSON.stringify(FILE)});
  lowerPriority();
  process.stdout.write(String((await import('node:os')).getPriority(0)));`;

test.skipIf(process.platform !== 'linux')(
  'a process that was started at the lowest priority keeps it',
  () => {
    const args = ['-n', '19', process.execPath, '--input-type=module', '--eval', SCRIPT];
    expect(execFileSync('nice', args, { encoding: 'utf8' })).toBe('19');
  },
);
