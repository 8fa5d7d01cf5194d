// What accounts have open at a time: exports and streams by their number, requests by their bytes.

import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { OpenCount, type OpenLimits } from '../../../src/platform/base/open-count.ts';

const makeCount = (limits: OpenLimits): OpenCount =>
  new OpenCount({ ...limits, message: 'too much is open', retryAfterSeconds: 2 });

test('each account can have so much open, and more once it closes something', () => {
  const count = makeCount({ perAccount: 100, total: 1_000 });
  const first = count.open('a', 60);
  expect(() => count.open('a', 60)).toThrow('too much is open');
  count.open('b', 60);
  first.close();
  first.close();
  count.open('a', 60);
  expect(count.total).toBe(120);
});

test('what grows counts until it is closed, and not after', () => {
  const count = makeCount({ perAccount: 100 });
  const answer = count.open('a', 10);
  answer.add(80);
  expect(() => count.open('a', 20)).toThrow('too much is open');
  answer.close();
  answer.add(80);
  expect(count.total).toBe(0);
});

test('accounts share equally once all together have too much open', () => {
  const count = makeCount({ perAccount: 100, total: 100 });
  count.open('a', 90);
  count.open('b', 10);
  expect(() => count.open('a', 5)).toThrow('too much is open');
  count.open('b', 30);
  count.open('c', 30);
});

test('an account can open one thing, however large', () => {
  const count = makeCount({ perAccount: 100, total: 1_000 });
  count.open('a', 500).close();
  expect(count.total).toBe(0);
});

test('a stream counts until it is closed, and one that fails to open does not', async () => {
  const count = makeCount({ perAccount: 1 });
  await expect(
    count.stream('a', async () => {
      throw new Error('no such file');
    }),
  ).rejects.toThrow('no such file');
  const stream = await count.stream('a', async () => new PassThrough());
  await expect(count.stream('a', async () => new PassThrough())).rejects.toThrow('too much is open');
  const closed = new Promise((resolve) => stream.once('close', resolve));
  stream.destroy();
  await closed;
  expect(count.total).toBe(0);
});
