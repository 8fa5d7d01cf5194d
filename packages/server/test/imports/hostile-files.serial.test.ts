// Files made to exhaust memory, time or patience: the worker survives them, and other accounts hardly notice.

import { readFileSync } from 'node:fs';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { uploadFile } from '@leadline/testkit/files/import-file';
import { type LeadlineProcess, spawnApi, spawnWorker } from '@leadline/testkit/service/spawn-leadline';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFileShape } from '../../src/imports/read-file-shape.ts';

const MIB = 1024 * 1024;
const MEGABYTE = 1_000_000;
const suite = useApi();

let api: LeadlineProcess;
let worker: LeadlineProcess;
beforeAll(async () => {
  [api, worker] = await Promise.all([spawnApi(suite.databaseUrl), spawnWorker(suite.databaseUrl)]);
});
afterAll(async () => {
  await Promise.all([api.kill('SIGKILL'), worker.kill('SIGKILL')]);
});

const memoryOf = ({ child }: LeadlineProcess, name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_000;

async function start(key: string, head: string, part: string, count: number): Promise<string> {
  let sent = 0;
  const bytes = Buffer.from(part);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(head)),
    pull(controller) {
      if (sent++ < count) controller.enqueue(bytes);
      else controller.close();
    },
  });
  const response = await fetch(`${api.url}/api/imports?start=true`, {
    method: 'POST',
    headers: { 'X-API-KEY': key },
    body,
    duplex: 'half',
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text).data.import_id;
}

const getStatus = async (caller: Caller, id: string): Promise<string> =>
  (await caller(`/api/imports/${id}`)).body.data.status;

describe('the worker survives', { timeout: 400_000 }, () => {
  const object = `{"email":"ana@acme.com",${Array.from({ length: 110_000 }, (_, index) => `"${index}":1`).join(',')}}`;
  const wide = `${Array.from({ length: 500 }, (_, index) => `column ${index}`).join(',')}\n`;

  test.each<[string, string, string, number, object]>([
    ['300 rows of 1 MB', 'email,message\n', `ana@acme.com,${'x'.repeat(MEGABYTE)}\n`, 300, { refused: 300 }],
    [
      '40 objects with 110,000 keys',
      '{"email":"ana@acme.com"}\n',
      `${object.slice(0, MIB)}\n`,
      40,
      { stored: 1, refused: 40 },
    ],
    ['20,000 rows of 500 values', `email,${wide.slice(9)}`, `${'x,'.repeat(499)}x\n`.repeat(1_000), 20, { refused: 20_000 }],
    ['a line of 200 MB', 'email\nana@acme.com\n', 'x'.repeat(MEGABYTE), 200, { stored: 1, refused: 1 }],
    ['100 MB of blank lines', 'email,b\nana@acme.com,\n', ' ,\n\n'.repeat(250_000), 100, { stored: 1, refused: 0 }],
  ])('%s', async (_, head, part, count, progress) => {
    const account = await makeAccount(suite.owner);
    const caller = callAs(suite, account);
    const id = await start(account.liveKey, head, part, count);
    await expect
      .poll(() => getStatus(caller, id), { timeout: 300_000, interval: 500 })
      .not.toMatch(/queued|running/);
    expect((await caller(`/api/imports/${id}`)).body.data).toMatchObject({ status: 'finished', progress });
    expect(worker.output()).not.toContain('the worker stopped');
    // About 130 MB when idle. The thread's heap may grow to 300 MB before it is cleaned up.
    expect(memoryOf(worker, 'VmHWM')).toBeLessThan(550);
    expect(memoryOf(api, 'VmHWM')).toBeLessThan(450);
  });
});

test('an account with ten large imports does not keep another one waiting', { timeout: 120_000 }, async () => {
  const hostile = await makeAccount(suite.owner);
  for (let file = 0; file < 10; file++) {
    const row = `lead-${file}@acme.com,We need 40 laptops by Friday\n`;
    await start(hostile.liveKey, `email,message\n${file}@acme.com,\n`, row.repeat(10_000), 4);
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

describe('the first megabyte of a file is read in a few milliseconds:', () => {
  const fill = (text: string): Buffer => Buffer.from(text.repeat(Math.ceil(MIB / text.length))).subarray(0, MIB - 1);
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
    ['objects with different keys', Buffer.from(Array.from({ length: 60_000 }, (_, at) => `{"k${at}":1}`).join('\n'))],
    ['nested arrays', fill('{"a":[[')],
  ])('%s', (_, head) => {
    const costs = Array.from({ length: 4 }, () => {
      const before = process.cpuUsage();
      readFileShape(head, false);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    });
    expect(Math.min(...costs)).toBeLessThan(50);
  });
});
