// What a drill runs against: a PostgreSQL in a temporary folder and one API process on it. Both go with the drill.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Installation, openInstallation } from '../../packages/server/src/db/installation.ts';
import { startLocalPostgres } from '../../packages/server/src/db/local-postgres.ts';
import { openPool } from '../../packages/server/src/db/pool.ts';
import { migrate } from '../../packages/server/src/migrate.ts';
import { type ApiProcess, spawnApi } from '../../packages/server/test/support/api.ts';

export interface DrillGround {
  readonly api: ApiProcess;
  /** As the owner of the tables: it sees every account. */
  readonly owner: Installation;
  stop(): Promise<void>;
}

export async function startLeadline(logLevel: string): Promise<DrillGround> {
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
