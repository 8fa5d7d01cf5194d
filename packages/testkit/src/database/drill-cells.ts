// PostgreSQL servers for a directory and its cells, which all have the same login.

import { migrate } from '@leadline/server';
import { type CrashablePostgres, startEmptyPostgres } from './crashable-postgres.ts';
import { shareLogin } from './share-login.ts';

export interface StartedCells {
  readonly directory: CrashablePostgres;
  readonly cells: ReadonlyMap<string, CrashablePostgres>;
  remove(): Promise<void>;
}

/** Accounts move by logical replication. */
const SETTINGS = { max_connections: '200', wal_level: 'logical' };

/** Only the directory has a schema; `leadline cell add` migrates the others. */
export async function startDrillCells(names: readonly string[]): Promise<StartedCells> {
  const started: CrashablePostgres[] = [];
  const start = async (): Promise<CrashablePostgres> => {
    const postgres = await startEmptyPostgres({ settings: SETTINGS });
    started.push(postgres);
    return postgres;
  };
  const remove = async (): Promise<void> => {
    for (const postgres of started) await postgres.remove();
  };
  try {
    const directory = await start();
    await migrate(directory.url);
    const cells = new Map<string, CrashablePostgres>();
    for (const name of names) {
      const postgres = await start();
      cells.set(name, { ...postgres, url: await shareLogin(directory.url, postgres.url) });
    }
    return { directory, cells, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
