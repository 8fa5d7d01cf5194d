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

async function startTemplateServer(): Promise<TemplateServer> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-test-'));
  const postgres = await startLocalPostgres(folder, {
    max_connections: '300',
    wal_level: 'logical', // accounts move by logical replication
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
