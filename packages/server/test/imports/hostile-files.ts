// Files made to exhaust the memory of the process that imports them.

import { readFileSync, writeFileSync } from 'node:fs';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { type LeadlineProcess, spawnApi, spawnWorker } from '@leadline/testkit/service/spawn-leadline';
import { type ApiSuite, callAs } from '@leadline/testkit/service/use-api';
import { afterAll, beforeAll, expect, test } from 'vitest';

const MIB = 1024 * 1024;
const MEGABYTE = 1_000_000;

export interface HostileFile {
  readonly head: string;
  /** Repeated `count` times. */
  readonly part: string;
  readonly count: number;
}

type Case = readonly [name: string, file: HostileFile, progress: object];

const keys = Array.from({ length: 110_000 }, (_, index) => `"${index}":1`).join(',');
const columns = Array.from({ length: 499 }, (_, index) => `column ${index}`).join(',');

export const rowsOfOneMegabyte = (count: number): Case => [
  `${count} rows of 1 MB`,
  { head: 'email,message\n', part: `ana@acme.com,${'x'.repeat(MEGABYTE)}\n`, count },
  { refused: count },
];

export const objectsWithManyKeys = (count: number): Case => [
  `${count} objects with 110,000 keys`,
  {
    head: '{"email":"ana@acme.com"}\n',
    part: `{"email":"ana@acme.com",${keys}}`.slice(0, MIB).concat('\n'),
    count,
  },
  { stored: 1, refused: count },
];

export const wideRows = (thousands: number): Case => [
  `${thousands},000 rows of 500 values`,
  { head: `email,${columns}\n`, part: `${'x,'.repeat(499)}x\n`.repeat(1_000), count: thousands },
  { refused: thousands * 1_000 },
];

export const longLine = (megabytes: number): Case => [
  `a line of ${megabytes} MB`,
  { head: 'email\nana@acme.com\n', part: 'x'.repeat(MEGABYTE), count: megabytes },
  { stored: 1, refused: 1 },
];

export const blankLines = (megabytes: number): Case => [
  `${megabytes} MB of blank lines`,
  { head: 'email,b\nana@acme.com,\n', part: ' ,\n\n'.repeat(250_000), count: megabytes },
  { stored: 1, refused: 0 },
];

export interface Processes {
  readonly api: LeadlineProcess;
  readonly worker: LeadlineProcess;
  /** In MB. */
  readonly idleApiMemory: number;
}

/** Runs the API and the worker as processes of their own, so that their memory can be measured. */
export function useProcesses(suite: ApiSuite): Processes {
  const processes = {} as { -readonly [Name in keyof Processes]: Processes[Name] };
  beforeAll(async () => {
    processes.api = await spawnApi(suite.databaseUrl);
    processes.idleApiMemory = peakMemoryOf(processes.api);
    processes.worker = await spawnWorker(suite.databaseUrl);
  });
  afterAll(async () => {
    await Promise.all([processes.api.kill('SIGKILL'), processes.worker.kill('SIGKILL')]);
  });
  return processes;
}

/** Sends the file piece by piece and starts the import. Returns its ID. */
export async function startImport(
  url: string,
  key: string,
  { head, part, count }: HostileFile,
): Promise<string> {
  let sent = 0;
  const bytes = Buffer.from(part);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(head)),
    pull(controller) {
      if (sent++ < count) controller.enqueue(bytes);
      else controller.close();
    },
  });
  const response = await fetch(`${url}/api/imports?start=true`, {
    method: 'POST',
    headers: { 'X-API-KEY': key },
    body,
    duplex: 'half',
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text).data.import_id;
}

export function testSurvival(suite: ApiSuite, processes: Processes, cases: readonly Case[]): void {
  test.each(cases)('the worker survives %s', { timeout: 400_000 }, async (_, file, progress) => {
    const { api, worker } = processes;
    const account = await makeAccount(suite.owner);
    const caller = callAs(suite, account);
    const id = await startImport(api.url, account.liveKey, file);
    const getImport = async () => (await caller(`/api/imports/${id}`)).body.data;
    await expect
      .poll(async () => (await getImport()).status, { timeout: 300_000, interval: 500 })
      .not.toMatch(/queued|running/);
    expect(await getImport()).toMatchObject({ status: 'finished', progress });
    expect(worker.output()).not.toContain('the worker stopped');
    // The heaps of two threads may grow to 120 MB each before they are cleaned up.
    expect(peakMemoryOf(worker)).toBeLessThan(550);
    expect(peakMemoryOf(api) - processes.idleApiMemory).toBeLessThan(220);
  });
}

/** Uploads a whole file. */
export const sendFile = (url: string, key: string, file: Buffer, query = ''): Promise<Response> =>
  fetch(`${url}/api/imports${query}`, {
    method: 'POST',
    headers: { 'X-API-KEY': key },
    body: new Uint8Array(file),
  });

/** In MB. */
export const peakMemoryOf = (process: LeadlineProcess): number => readMemory(process, 'VmHWM');

/** Forgets the peak so far. The returned function says by how many MB the memory has grown since, at its peak. */
export function watchMemory(process: LeadlineProcess): () => number {
  const before = readMemory(process, 'VmRSS');
  writeFileSync(`/proc/${process.child.pid}/clear_refs`, '5');
  return () => peakMemoryOf(process) - before;
}

function readMemory({ child }: LeadlineProcess, name: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_000;
}
