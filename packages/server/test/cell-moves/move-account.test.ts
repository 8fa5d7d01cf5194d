// An account moves from cell to cell while leads are written.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveAccount } from '../../src/cell-moves/move-account.ts';
import type { MoveEvent } from '../../src/cell-moves/move-events.ts';
import { type Cells, startCells } from '../support/cells.ts';
import { makeMovingAccount } from '../support/moving-account.ts';
import { writeSteadily } from '../support/write-steadily.ts';

let cells: Cells;
beforeAll(async () => {
  cells = await startCells();
});
afterAll(() => cells.remove());

test('an account moves there and back while leads are written, and nothing is lost or stored twice', async () => {
  const account = await makeMovingAccount(cells);
  const writer = writeSteadily(cells, account.ids);
  for (const target of ['a', 'b', 'main', 'b'] as const) {
    const before = writer.written.size;
    const events: MoveEvent[] = [];
    const moved = await moveAccount({
      directoryUrl: cells.directory.url,
      accountId: account.accountId,
      target,
      onEvent: (event) => events.push(event),
    });
    expect(moved.target).toBe(target);
    expect(events.at(-1)).toMatchObject({ kind: 'verified', isExact: true });
    expect(writer.written.size).toBeGreaterThan(before);
    const frozen = events.find(({ kind }) => kind === 'switched');
    console.log(
      target,
      JSON.stringify(frozen),
      writer.longestWaitMs,
      events.filter((e) => e.kind === 'put off'),
    );
  }
  await writer.stop();
  const stored = await account.readLeads('b');
  expect(new Set(stored)).toEqual(writer.written);
  expect(stored).toHaveLength(writer.written.size);
});
