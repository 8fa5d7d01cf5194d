// Three cells and a directory: accounts move under load, and movers, workers, a cell and the directory are killed.
//   node drills/cells.ts [--json] [--small]

import { startDrillCells } from '@leadline/testkit/database/drill-cells';
import { drillCells } from '@leadline/testkit/drills/cells';
import { runDrillOn } from '@leadline/testkit/drills/run-drill';
import { readOptions } from '@leadline/testkit/read-options';

const options = readOptions({ json: false, small: false });
const FULL = { accounts: 300, leadsPerSecond: 200, moves: 30, kills: 20, awaySeconds: 10, replays: 300 };
const SMALL = { accounts: 30, leadsPerSecond: 40, moves: 3, kills: 2, awaySeconds: 5, replays: 50 };

await runDrillOn(
  'cells',
  () => startDrillCells(['a', 'b', 'c']),
  (cells, log) => drillCells(cells, options.small ? SMALL : FULL, log),
  options,
);
