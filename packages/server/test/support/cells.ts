// A directory and two cells, "a" and "b", that accounts can move between.

import { addTestCell, cloneAlone } from '@leadline/testkit/database/test-cells';
import type pg from 'pg';
import { openPool } from '../../src/db/pool.ts';

export type CellName = 'main' | 'a' | 'b';

export interface Cells {
  readonly directoryUrl: string;
  readonly pools: Readonly<Record<CellName, pg.Pool>>;
  close(): Promise<void>;
}

export async function makeCells(directoryUrl?: string): Promise<Cells> {
  const url = directoryUrl ?? (await cloneAlone());
  const pools = {
    main: openPool(url, { size: 4 }),
    a: openPool(await addTestCell(url, 'a'), { size: 4 }),
    b: openPool(await addTestCell(url, 'b'), { size: 4 }),
  };
  // New accounts start in the directory's own database.
  await pools.main.query(`update leadline.cells set is_open = false where name <> 'main'`);
  return {
    directoryUrl: url,
    pools,
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}
