// Starts one PostgreSQL server for the whole run, with a migrated template database for suites to clone.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openPool, startLocalPostgres } from '@leadline/server';
import type { TestProject } from 'vitest/node';
import { databaseUrlFor, TEMPLATE_DATABASE } from './clone-database.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-test-'));
  const postgres = await startLocalPostgres(folder, { max_connections: '300' });
  const pool = openPool(postgres.url, { size: 1 });
  await pool.query(`create database ${TEMPLATE_DATABASE}`);
  await pool.end();
  await migrate(databaseUrlFor(postgres.url, TEMPLATE_DATABASE));
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop('immediate');
    await rm(folder, { recursive: true, force: true });
  };
}
