// A directory and two cells, "a" and "b", that accounts can move between. Both cells are databases of one PostgreSQL, the
// directory has its own.

import {
  type CrashablePostgres,
  startCrashablePostgres,
  startEmptyPostgres,
} from '@leadline/testkit/database/crashable-postgres';
import type pg from 'pg';
import { addCell } from '../../src/cell-moves/add-cell.ts';
import { openPool } from '../../src/db/pool.ts';

export interface Cells {
  readonly directory: CrashablePostgres;
  /** Of both cells. */
  readonly cellServer: CrashablePostgres;
  readonly pools: Readonly<Record<'main' | 'a' | 'b', pg.Pool>>;
  remove(): Promise<void>;
}

const settings = { wal_level: 'logical', fsync: 'off' };

export async function startCells(): Promise<Cells> {
  const directory = await startCrashablePostgres({ settings });
  const owner = new URL(directory.url);
  const cellServer = await startEmptyPostgres({ settings });
  const superuser = openPool(cellServer.url, { size: 1 });
  // All cells have the same logins.
  await superuser.query(`alter role ${owner.username} password '${owner.password}'`);
  const { port } = new URL(cellServer.url);
  const urls: Record<string, string> = {};
  for (const name of ['a', 'b']) {
    await superuser.query(`create database cell_${name}`);
    await addCell({
      directoryUrl: directory.url,
      name,
      address: `postgres://127.0.0.1:${port}/cell_${name}`,
    });
    urls[name] = `postgres://${owner.username}:${owner.password}@127.0.0.1:${port}/cell_${name}`;
  }
  await superuser.end();
  const pools = {
    main: openPool(directory.url, { size: 4 }),
    a: openPool(urls.a as string, { size: 4 }),
    b: openPool(urls.b as string, { size: 4 }),
  };
  return {
    directory,
    cellServer,
    pools,
    remove: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
      await cellServer.remove();
      await directory.remove();
    },
  };
}
