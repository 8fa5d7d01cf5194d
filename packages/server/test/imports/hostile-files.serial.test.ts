// Files made to exhaust memory, time or patience: the worker survives them, and other accounts hardly notice.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { uploadFile } from '@leadline/testkit/files/import-file';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { describe, expect, test } from 'vitest';
import { readFileShape } from '../../src/imports/read-file-shape.ts';
import {
  blankLines,
  longLine,
  objectsWithManyKeys,
  rowsOfOneMegabyte,
  startImport,
  testSurvival,
  useProcesses,
  wideRows,
} from './hostile-files.ts';

const MIB = 1024 * 1024;
const suite = useApi();
const processes = useProcesses(suite);

testSurvival(suite, processes, [
  rowsOfOneMegabyte(300),
  objectsWithManyKeys(40),
  wideRows(2),
  longLine(20),
  blankLines(10),
]);

const getStatus = async (caller: Caller, id: string): Promise<string> =>
  (await caller(`/api/imports/${id}`)).body.data.status;

test('an account with ten large imports does not keep another one waiting', {
  timeout: 120_000,
}, async () => {
  const hostile = await makeAccount(suite.owner);
  for (let file = 0; file < 10; file++) {
    const row = `lead-${file}@acme.com,We need 40 laptops by Friday\n`;
    await startImport(processes.api.url, hostile.liveKey, {
      head: `email,message\n${file}@acme.com,\n`,
      part: row.repeat(10_000),
      count: 4,
    });
  }
  const asHostile = callAs(suite, hostile);
  const statuses = async (): Promise<string[]> =>
    (await asHostile('/api/imports')).body.data.map(({ status }: { status: string }) => status);
  await expect.poll(statuses, { timeout: 20_000 }).toContain('running');
  for (let round = 0; round < 3; round++) {
    const caller = callAs(suite, await makeAccount(suite.owner));
    const started = performance.now();
    const id = await uploadFile(caller, 'email\nana@acme.com\n', '&start=true');
    await expect.poll(() => getStatus(caller, id), { timeout: 30_000, interval: 50 }).toBe('finished');
    expect(performance.now() - started).toBeLessThan(10_000);
  }
  expect(await statuses()).toContain('running');
  for (const { import_id } of (await asHostile('/api/imports')).body.data)
    await asHostile(`/api/imports/${import_id}/cancel`, {});
});

// On a compute thread, so it delays nobody, but accounts take turns there.
describe('the first megabyte of a file is read quickly:', () => {
  const fill = (text: string): Buffer =>
    Buffer.from(text.repeat(Math.ceil(MIB / text.length))).subarray(0, MIB - 1);
  test.each([
    ['blank lines', fill('\n')],
    ['a header and blank lines', Buffer.concat([Buffer.from('a,b\n'), fill('\n')]).subarray(0, MIB - 1)],
    ['a header and blank rows', Buffer.concat([Buffer.from('a,b\n'), fill(',\n')]).subarray(0, MIB - 1)],
    ['blank rows', fill(' ;\n')],
    ['delimiters', fill(',')],
    ['quotes', fill('"')],
    ['quoted lines', fill('"\n')],
    ['dates', Buffer.concat([Buffer.from('a\n'), fill('1/1/11 ')])],
    ['a name of 1 MiB', Buffer.concat([fill('n'), Buffer.from('\n')])],
    ['broken UTF-8', Buffer.from(fill('\xff').toString('latin1'), 'latin1')],
    ['an object with many keys', fill('{"a":1,')],
    [
      'objects with different keys',
      Buffer.from(Array.from({ length: 60_000 }, (_, at) => `{"k${at}":1}`).join('\n')),
    ],
    ['nested arrays', fill('{"a":[[')],
  ])('%s', (_, head) => {
    const costs = Array.from({ length: 4 }, () => {
      const before = process.cpuUsage();
      readFileShape(head, false);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    });
    expect(Math.min(...costs)).toBeLessThan(250);
  });
});
