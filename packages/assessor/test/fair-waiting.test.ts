// Accounts take turns at the model.

import { expect, test } from 'vitest';
import { FairWaiting } from '../src/fair-waiting.ts';

test('accounts take turns, each with its newest lead first', () => {
  const waiting = new FairWaiting();
  for (const [id, account] of ['a', 'a', 'a', 'b', 'a', 'c'].entries()) waiting.add({ id, account });
  waiting.delete({ id: 2, account: 'a' });
  expect(waiting.take(4).map(({ id }) => id)).toEqual([4, 3, 5, 1]);
  expect(waiting.isEmpty).toBe(false);
  expect(waiting.take(4).map(({ id }) => id)).toEqual([0]);
  expect(waiting.isEmpty).toBe(true);
});

test('an account that comes back waits for its turn again', () => {
  const waiting = new FairWaiting();
  waiting.add({ id: 1, account: 'a' });
  waiting.add({ id: 2, account: 'a' });
  waiting.add({ id: 3, account: 'b' });
  expect(waiting.take(1)).toEqual([{ id: 2, account: 'a' }]);
  waiting.add({ id: 4, account: 'a' });
  expect(waiting.take(1)).toEqual([{ id: 3, account: 'b' }]);
  expect(waiting.clear().map(({ id }) => id)).toEqual([1, 4]);
});
