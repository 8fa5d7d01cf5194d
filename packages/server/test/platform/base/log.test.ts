// What the log of a process writes.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const LOG = join(import.meta.dirname, '../../../src/platform/base/log.ts');

/** Runs `code`, which uses `logger`, in a process of its own. */
function runWithLog(level: string, code: string, end = 'await log.close()') {
  const script = `import { pbkdf2 } from 'node:crypto'; import { openLog } from ${JSON.stringify(LOG)};
    const log = openLog('${level}'); const { logger } = log; ${code}; ${end};`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

test('a message that repeats is written some times, and then counted, whatever logger it comes from', () => {
  const lines = runWithLog(
    'error',
    `for (let at = 0; at < 500; at++) logger.child({ cell: 'north' }).error({ at }, 'failed to prepare a delivery');
    logger.error({}, 'failed to send email'); logger.error('no fields');`,
  );
  const ofMessage = lines.filter(({ msg }) => msg === 'failed to prepare a delivery');
  expect(ofMessage.map(({ at }) => at)).toEqual(Array.from({ length: 60 }, (_, at) => at));
  expect(lines.slice(60)).toEqual([
    expect.objectContaining({ msg: 'failed to send email' }),
    expect.objectContaining({ msg: 'no fields' }),
    expect.objectContaining({ leftOut: { 'failed to prepare a delivery': 440 } }),
  ]);
});

test('at the level debug, every message is written', () => {
  const lines = runWithLog('debug', "for (let at = 0; at < 500; at++) logger.warn('failed');");
  expect(lines).toHaveLength(500);
});

test('a process that ends without closing its log has written all of it, even if all of its threads are busy', () => {
  const lines = runWithLog(
    'info',
    `for (let busy = 0; busy < 8; busy++) pbkdf2('', '', 100_000, 64, 'sha512', () => {});
    for (let at = 0; at < 1000; at++) logger.info({ at });`,
    'process.exit(0)',
  );
  expect(lines.map(({ at }) => at)).toEqual(Array.from({ length: 1_000 }, (_, at) => at));
});
