// PostgreSQL for benchmarks: as durable as in production, with enough WAL that no checkpoint falls into a round.

import { openPool, startLocalPostgres } from '@leadline/server';
import { type Figure, runWrk } from './run-wrk.ts';

export const startBenchPostgres = (folder: string, settings: Readonly<Record<string, string>> = {}) =>
  startLocalPostgres(folder, {
    max_connections: '100',
    shared_buffers: '2GB',
    max_wal_size: '8GB',
    checkpoint_timeout: '30min',
    ...settings,
  });

/** Returns the live keys of new accounts. `module` is the server of another version. */
export async function makeAccounts(
  databaseUrl: string,
  count: number,
  module = '@leadline/server',
): Promise<string[]> {
  const { createAccount, openInstallation, openPool } = (await import(
    module
  )) as typeof import('@leadline/server');
  const db = openInstallation(openPool(databaseUrl, { size: 4 }));
  const keys: string[] = [];
  for (let i = 0; i < count; i++)
    keys.push((await createAccount(db, 'bench@example.org', 'unlimited')).liveKey);
  await db.destroy();
  return keys;
}

export async function runSql(databaseUrl: string, text: string, values: unknown[] = []): Promise<unknown[]> {
  const pool = openPool(databaseUrl, { size: 1 });
  try {
    return (await pool.query(text, values)).rows;
  } finally {
    await pool.end();
  }
}

/** Also checks that every request stored a lead: the API answers a repeated request without storing anything. */
export async function storeByWrk(databaseUrl: string, ...args: Parameters<typeof runWrk>): Promise<Figure> {
  const before = await countLeads(databaseUrl);
  const figure = await runWrk(...args);
  const stored = (await countLeads(databaseUrl)) - before;
  if (stored < figure.requests) throw new Error(`${figure.requests} requests stored only ${stored} leads`);
  return figure;
}

async function countLeads(databaseUrl: string): Promise<number> {
  const rows = await runSql(
    databaseUrl,
    'select coalesce(sum(leads), 0)::integer as leads from leadline.storage',
  );
  return (rows[0] as { leads: number }).leads;
}
