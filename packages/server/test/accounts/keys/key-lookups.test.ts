// Looking up keys takes one query at a time, however many are asked for.

import { describe, expect, test } from 'vitest';
import { KeyLookups } from '../../../src/accounts/keys/key-lookups.ts';

/** Records the queries and lets the test answer each of them. */
function follow() {
  const queries: {
    readonly hashes: readonly string[];
    readonly answer: (known: readonly string[]) => void;
  }[] = [];
  const lookups = new KeyLookups<string>(
    (hashes) =>
      new Promise((resolve) => {
        queries.push({
          hashes,
          answer: (known) => resolve(new Map(known.map((hash) => [hash, `key ${hash}`]))),
        });
      }),
  );
  return { lookups, queries };
}

const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('key lookups', () => {
  test('share the answer for the same key and batch different keys', async () => {
    const { lookups, queries } = follow();
    const first = [lookups.find('a'), lookups.find('a'), lookups.find('b')];
    await nextTick();
    const later = [lookups.find('a'), lookups.find('c'), lookups.find('d')];
    await nextTick();
    expect(queries.map(({ hashes }) => hashes)).toEqual([['a', 'b']]);
    queries[0]?.answer(['a']);
    expect(await Promise.all(first)).toEqual(['key a', 'key a', null]);
    await nextTick();
    expect(queries.map(({ hashes }) => hashes)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    queries[1]?.answer(['d']);
    expect(await Promise.all(later)).toEqual(['key a', null, 'key d']);
  });

  test('remember for a while that a key does not exist', async () => {
    const { lookups, queries } = follow();
    const unknown = lookups.find('a');
    await nextTick();
    queries[0]?.answer([]);
    expect(await unknown).toBeNull();
    expect(await lookups.find('a')).toBeNull();
    expect(queries).toHaveLength(1);
  });

  test('are rejected if too many are waiting', async () => {
    const { lookups } = follow();
    const lost = Array.from({ length: 5_000 }, (_, index) => lookups.find(String(index)));
    await expect(lookups.find('one more')).rejects.toMatchObject({ code: 'overloaded' });
    expect(lost).toHaveLength(5_000);
  });

  test('continue after a failed query', async () => {
    let isAway = true;
    const lookups = new KeyLookups<string>(async (hashes) => {
      if (isAway) throw new Error('the database is unavailable');
      return new Map(hashes.map((hash) => [hash, hash]));
    });
    await expect(lookups.find('a')).rejects.toThrow('unavailable');
    isAway = false;
    expect(await lookups.find('a')).toBe('a');
  });
});
