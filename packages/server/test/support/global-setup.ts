// One PostgreSQL for the whole run, with a migrated database that every suite clones.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startLocalPostgres } from '../../src/db/local-postgres.ts';
import { openPool } from '../../src/db/pool.ts';
import { migrate } from '../../src/migrate.ts';
import { databaseAt, TEMPLATE } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-test-'));
  const postgres = await startLocalPostgres(folder, { max_connections: '300' });
  const pool = openPool(postgres.url, { size: 1 });
  await pool.query(`create database ${TEMPLATE}`);
  await pool.end();
  await migrate(databaseAt(postgres.url, TEMPLATE));
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop('immediate');
    await rm(folder, { recursive: true, force: true });
  };
}
