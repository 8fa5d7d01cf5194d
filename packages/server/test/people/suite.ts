// What the files of this suite share: files to import, a worker's own work without its timers, and waiting for both.

import type pg from 'pg';
import { expect, vi } from 'vitest';
import { readId } from '../../src/base/ids.ts';
import { openPool } from '../../src/db/pool.ts';
import { runImport } from '../../src/imports/run-import.ts';
import type { Caller } from '../conformance/suite.ts';

/** As the worker connects. */
export const openWorkerPool = (databaseUrl: string): pg.Pool =>
  openPool(databaseUrl, { size: 2, role: 'leadline_worker' });

/** Gives back the id of the import, which is not started. */
export async function uploadFile(caller: Caller, file: string, query = ''): Promise<string> {
  const headers = { 'Content-Type': 'text/csv' };
  const answer = await caller(`/api/imports?file_name=leads.csv${query}`, file, { headers });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data.import_id;
}

/** By the worker of the suite. */
export async function importFile(caller: Caller, file: string): Promise<string> {
  const id = await uploadFile(caller, file, '&start=true');
  await waitFor(async () => (await caller(`/api/imports/${id}`)).body.data.status, 'finished');
  return id;
}

/** Here and now, where there is no worker. */
export async function importFileHere(
  caller: Caller,
  worker: pg.Pool,
  accountId: string,
  file: string,
): Promise<string> {
  const id = await uploadFile(caller, file, '&start=true');
  await runImport(worker, accountId, readId('imp', id) ?? '', {
    signal: new AbortController().signal,
    onRows: () => {},
    onFailure: (error) => {
      throw error;
    },
  });
  expect((await caller(`/api/imports/${id}`)).body.data).toMatchObject({ status: 'finished' });
  return id;
}

/** Also before the tests of a file, where `expect.poll` is not to be had. */
export const waitFor = (read: () => Promise<unknown>, wanted: unknown): Promise<void> =>
  vi.waitFor(async () => expect(await read()).toEqual(wanted), { timeout: 20_000, interval: 50 });

/** Rows under a header, every value quoted. */
export const toCsv = (rows: readonly Readonly<Record<string, string>>[]): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const quote = (text = ''): string => `"${text.replaceAll('"', '""')}"`;
  return [columns, ...rows.map((row) => columns.map((name) => row[name]))]
    .map((values) => `${values.map(quote).join(',')}\n`)
    .join('');
};
