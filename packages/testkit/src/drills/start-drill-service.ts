// Starts an API process with a PostgreSQL server in a temporary folder.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Installation, migrate, openInstallation, openPool, startLocalPostgres } from '@leadline/server';
import { type LeadlineProcess, spawnApi } from '../service/spawn-leadline.ts';

export interface DrillService {
  readonly api: LeadlineProcess;
  /** Sees every account, because row-level security doesn't apply to the owner of the tables. */
  readonly owner: Installation;
  stop(): Promise<void>;
}

export async function startDrillService(logLevel: string): Promise<DrillService> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-drill-'));
  const postgres = await startLocalPostgres(folder, { max_connections: '50' });
  const removePostgres = async (): Promise<void> => {
    await postgres.stop('immediate');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await migrate(postgres.url);
    const owner = openInstallation(openPool(postgres.url, { size: 2 }));
    const api = await spawnApi(postgres.url, 0, logLevel);
    return {
      api,
      owner,
      stop: async () => {
        await api.kill('SIGKILL');
        await owner.destroy();
        await removePostgres();
      },
    };
  } catch (error) {
    await removePostgres();
    throw error;
  }
}
