// Uploads and imports CSV files, with or without a worker.

import { readId } from '@leadline/server';
import { runImport } from '@leadline/server/testing';
import type pg from 'pg';
import { expect } from 'vitest';
import type { Caller } from '../service/use-api.ts';
import { waitFor } from '../wait-for.ts';

/** Returns the ID of the import, which hasn't been started yet. */
export async function uploadFile(caller: Caller, file: string, query = ''): Promise<string> {
  const headers = { 'Content-Type': 'text/csv' };
  const response = await caller(`/api/imports?file_name=leads.csv${query}`, file, { headers });
  expect(response, response.text).toMatchObject({ status: 200 });
  return response.body.data.import_id;
}

/** Needs a running worker. */
export async function importFile(caller: Caller, file: string): Promise<string> {
  const id = await uploadFile(caller, file, '&start=true');
  await waitFor(async () => (await caller(`/api/imports/${id}`)).body.data.status, 'finished');
  return id;
}

/** For suites without a worker. */
export async function importFileInProcess(
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
