import { expect, test } from 'vitest';
import { rememberRead } from '../src/remember-read.ts';

/** Counts how often it reads. */
function makeRead() {
  const read = { times: 0, of: async (tokens: BigInt64Array) => Float64Array.from(tokens, Number) };
  return {
    read,
    count: async (tokens: BigInt64Array) => {
      read.times++;
      return read.of(tokens);
    },
  };
}

const tokens = (...ids: number[]): BigInt64Array => BigInt64Array.from(ids, BigInt);

test('a text that was read lately is not read again', async () => {
  const { read, count } = makeRead();
  const remember = rememberRead(count);
  const first = await remember(tokens(101, 7, 102));
  expect(await remember(tokens(101, 7, 102))).toEqual(first);
  expect(read.times).toBe(1);
});

test('texts that differ in one token, in their order or in their length are different', async () => {
  const { count } = makeRead();
  const remember = rememberRead(count);
  for (const text of [tokens(1, 2), tokens(2, 1), tokens(1, 3), tokens(1, 2, 0), tokens(1)])
    expect(await remember(text)).toEqual(await count(text));
});

test('only so many texts are remembered, and a failure never', async () => {
  const { read, count } = makeRead();
  const remember = rememberRead(count, 2);
  for (const id of [1, 2, 3, 1]) await remember(tokens(id));
  expect(read.times).toBe(4);
  let fails = true;
  const failing = rememberRead(async (text) => {
    if (fails) throw new Error('out of memory');
    return count(text);
  });
  await expect(failing(tokens(9))).rejects.toThrow('out of memory');
  fails = false;
  expect(await failing(tokens(9))).toEqual(Float64Array.of(9));
});
