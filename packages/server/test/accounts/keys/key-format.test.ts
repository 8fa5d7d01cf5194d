// The format of keys: typos are detected, and the database never sees a key.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/accounts/keys/create-key.ts';
import { hashKey, isKey, type Mode, makeKey } from '../../../src/accounts/keys/key-format.ts';
import { listKeys } from '../../../src/accounts/keys/list-keys.ts';
import { revokeKey, rotateKey } from '../../../src/accounts/keys/revoke-key.ts';
import { asOperator } from '../../../src/platform/db/account-scope.ts';
import { type Installation, openInstallation } from '../../../src/platform/db/installation.ts';
import { openPool } from '../../../src/platform/db/pool.ts';

const KEY_LENGTH = 46;
const modes: readonly Mode[] = ['live', 'test'];
/** Lets fast-check draw keys, which come from the system's random numbers. */
const key = fc.constantFrom(...modes).map(makeKey);
const printable = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));

const replaceAt = (text: string, at: number, character: string): string =>
  text.slice(0, at) + character + text.slice(at + 1);

const swapAt = (text: string, at: number): string =>
  text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);

describe('a key', () => {
  test.each(modes)('shows that it is for %s mode', (mode) => {
    expect(makeKey(mode)).toMatch(new RegExp(`^ll_${mode}_[0-9A-Za-z]{38}$`));
    expect(makeKey(mode)).toHaveLength(KEY_LENGTH);
  });

  test('is recognised', () => {
    fc.assert(fc.property(key, (candidate) => isKey(candidate)));
  });

  test('is rejected with any character changed to any other', () => {
    for (const mode of modes) {
      const candidate = makeKey(mode);
      const accepted = Array.from(candidate).flatMap((_, at) =>
        printable
          .map((character) => replaceAt(candidate, at, character))
          .filter((text) => text !== candidate && isKey(text)),
      );
      expect(accepted).toEqual([]);
    }
  });

  test('is rejected with one character changed, for random keys and characters', () => {
    fc.assert(
      fc.property(
        key,
        fc.nat(KEY_LENGTH - 1),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        (candidate, at, one) => {
          fc.pre(candidate[at] !== one);
          expect(isKey(replaceAt(candidate, at, one))).toBe(false);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('is rejected with two adjacent characters swapped', () => {
    fc.assert(
      fc.property(key, (candidate) => {
        const accepted = Array.from({ length: KEY_LENGTH - 1 }, (_, at) => swapAt(candidate, at)).filter(
          (text) => text !== candidate && isKey(text),
        );
        expect(accepted).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('is rejected when truncated, extended or padded with spaces', () => {
    const candidate = makeKey('live');
    for (const text of [
      '',
      candidate.slice(1),
      candidate.slice(0, -1),
      `${candidate}0`,
      ` ${candidate}`,
      `${candidate}\n`,
    ]) {
      expect(isKey(text), JSON.stringify(text)).toBe(false);
    }
  });

  test('is rejected when its prefix is changed to another mode', () => {
    expect(isKey(makeKey('test').replace('test', 'live'))).toBe(false);
    expect(isKey(makeKey('live').replace('live', 'test'))).toBe(false);
  });

  test('is unique among 10,000, and so is its hash', () => {
    const keys = Array.from({ length: 10_000 }, () => makeKey('live'));
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(keys.map(hashKey)).size).toBe(keys.length);
  });

  test('uses all letters and digits evenly', () => {
    const counts = new Map<string, number>();
    for (let count = 0; count < 1_000; count++) {
      for (const character of makeKey('live').slice(8, 40)) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }
    // 32,000 draws of 62: 516 each, ± 23; a bias of a quarter would be five deviations away.
    expect(counts.size).toBe(62);
    expect(Math.min(...counts.values())).toBeGreaterThan(516 - 6 * 23);
    expect(Math.max(...counts.values())).toBeLessThan(516 + 6 * 23);
  });
});

describe('the database', () => {
  let pool: pg.Pool;
  let owner: Installation;
  beforeAll(async () => {
    pool = openPool(await cloneDatabase(), { size: 2 });
    owner = openInstallation(pool);
  });
  afterAll(() => owner.destroy());

  /** Every row of every table, as text. */
  async function readEverything(): Promise<string> {
    const tables = await pool.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relnamespace = 'leadline'::regnamespace and relkind = 'r'`,
    );
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
      texts.push(...rows.map(({ row }) => row));
    }
    return texts.join('\n');
  }

  test('stores the hash of a key and nothing that reveals the key', async () => {
    const { accountId, liveKey, testKey } = await makeAccount(owner);
    const named = await createKey(owner, asOperator(accountId), 'live', 'Website');
    const rotated = await rotateKey(owner, named.keyId, 24);
    await revokeKey(owner, rotated.keyId);
    const everything = await readEverything();
    for (const candidate of [liveKey, testKey, named.key, rotated.key]) {
      const random = candidate.slice(8, 40);
      expect(everything).toContain(hashKey(candidate));
      expect(everything).not.toContain(candidate);
      expect(everything).not.toContain(random);
      expect(everything).not.toContain(Buffer.from(candidate).toString('hex'));
      expect(everything).not.toContain(Buffer.from(random).toString('hex'));
      expect(everything).not.toContain(Buffer.from(candidate).toString('base64'));
    }
  });

  test('stores a hint of four characters from the checksum, not from the random part', async () => {
    const { accountId, liveKey, testKey } = await makeAccount(owner);
    const hints = (await listKeys(owner, accountId)).map(({ mode, hint }) => [mode, hint]);
    expect(hints.toSorted()).toEqual([
      ['live', liveKey.slice(-4)],
      ['test', testKey.slice(-4)],
    ]);
  });
});
