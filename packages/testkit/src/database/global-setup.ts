// Starts one PostgreSQL server for the whole run, or as many as TEST_CELLS says, with a migrated template database for suites to clone.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openPool, startLocalPostgres } from '@leadline/server';
import type { TestProject } from 'vitest/node';
import { findFreePort } from '../net/find-free-port.ts';
import { databaseUrlFor, TEMPLATE_DATABASE } from './clone-database.ts';
import { shareLogin } from './share-login.ts';
import { TEST_CELLS } from './test-cells.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers: TemplateServer[] = [];
  for (let started = 0; started < TEST_CELLS; started++) servers.push(await startTemplateServer());
  const [first, ...others] = servers.map(({ url }) => url);
  for (const [place, other] of others.entries()) others[place] = await shareLogin(first as string, other);
  project.provide('postgresUrl', first as string);
  project.provide('cellPostgresUrls', others);
  return async () => {
    for (const server of servers) await server.stop();
  };
}

interface TemplateServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Accounts move by logical replication, in several suites at once, and some leave a move unfinished. */
const MANY_MOVES = {
  wal_level: 'logical',
  max_logical_replication_workers: '40',
  max_worker_processes: '50',
  max_replication_slots: '40',
  max_active_replication_origins: '40',
  max_wal_senders: '40',
};

/** Tests kill processes, never the machine, so nothing depends on what has reached the disk. */
const NO_WAITING_FOR_DISK = { fsync: 'off', full_page_writes: 'off' };

async function startTemplateServer(): Promise<TemplateServer> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-test-'));
  const postgres = await startLocalPostgres(folder, {
    max_connections: '300',
    ...MANY_MOVES,
    ...NO_WAITING_FOR_DISK,
    port: String(await findFreePort()),
  });
  const pool = openPool(postgres.url, { size: 1 });
  await pool.query(`create database ${TEMPLATE_DATABASE}`);
  await pool.end();
  await migrate(databaseUrlFor(postgres.url, TEMPLATE_DATABASE));
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop('immediate');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
