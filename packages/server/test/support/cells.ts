// A directory and two cells, "a" and "b", that accounts can move between.

import { addTestCell, cloneAlone } from '@leadline/testkit/database/test-cells';
import type pg from 'pg';
import { openPool } from '../../src/platform/db/pool.ts';

export type CellName = 'main' | 'a' | 'b';

export interface Cells {
  readonly directoryUrl: string;
  readonly urls: Readonly<Record<CellName, string>>;
  readonly pools: Readonly<Record<CellName, pg.Pool>>;
  close(): Promise<void>;
}

export async function makeCells(directoryUrl?: string): Promise<Cells> {
  const url = directoryUrl ?? (await cloneAlone());
  const urls = { main: url, a: await addTestCell(url, 'a'), b: await addTestCell(url, 'b') };
  const pools = {
    main: openPool(urls.main, { size: 4 }),
    a: openPool(urls.a, { size: 4 }),
    b: openPool(urls.b, { size: 4 }),
  };
  return {
    directoryUrl: url,
    urls,
    pools,
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}
