import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCsv } from '../files/write-csv.ts';
import type { Client } from '../http/client.ts';

interface Status {
  readonly import_id: string;
  readonly status: string;
  readonly progress: { readonly rows_read: number; readonly stored: number };
}

/** Returns a function that fetches the status of the import. */
export async function startImport(
  caller: Client,
  url: string,
  key: string,
  rows: number,
): Promise<() => Promise<Status>> {
  const { import_id } = await upload(url, key, rows);
  const path = `/api/imports/${import_id}`;
  await caller.post(`${path}/start`, {}, { key });
  return async () => JSON.parse((await caller.get(path, { key })).text).data;
}

async function upload(url: string, key: string, rows: number): Promise<Status> {
  const file = join(tmpdir(), `leadline-drill-${process.pid}.csv`);
  writeCsv(file, rows);
  try {
    const response = await fetch(`${url}/api/imports?file_name=drill.csv`, {
      method: 'POST',
      headers: { 'X-API-KEY': key, 'Content-Type': 'text/csv' },
      body: readFileSync(file),
    });
    return ((await response.json()) as { data: Status }).data;
  } finally {
    rmSync(file);
  }
}
