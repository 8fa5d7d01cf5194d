// Finds API keys in the cell of their account. The directory says which cell that is, once; from then on only the cell is
// asked, so that known keys work while the directory is down, and a key never reaches another account's cell.

import { sql } from 'kysely';
import { hashKey } from '../../accounts/keys/key-format.ts';
import { KeyLookups } from '../../accounts/keys/key-lookups.ts';
import type { FormerHolder, KeyHolder, KeyRing, Keys } from '../../accounts/keys/key-ring.ts';
import { fromUuid } from '../../platform/base/ids.ts';
import type { Database } from '../../platform/db/database.ts';

interface RingOfCell {
  readonly keys: KeyRing;
}

export interface CellsWithKeys {
  readonly main: RingOfCell;
  readonly hasManyCells: boolean;
  of(accountId: string): RingOfCell | Promise<RingOfCell>;
  relocate(accountId: string, until: number): Promise<RingOfCell>;
}

export interface KeyRingRouterOptions {
  readonly cells: CellsWithKeys;
  /** A connection of its own; see KeyRing. */
  readonly directory: Database;
  /** Brings a key that was just created to its cell. */
  readonly syncAccount: (liveAccountId: string) => Promise<void>;
}

interface Owner {
  readonly liveId: string;
  readonly accountId: string;
}

/** How long a request waits for a key that is on its way to its cell, or whose account is moving. */
const MAX_WAIT_MS = 3_000;
const MAX_KNOWN = 200_000;

export class KeyRingRouter implements Keys {
  readonly #options: KeyRingRouterOptions;
  readonly #owners: KeyLookups<Owner>;
  /** The account, by hash. */
  readonly #known = new Map<string, string>();

  constructor(options: KeyRingRouterOptions) {
    this.#options = options;
    this.#owners = new KeyLookups((hashes) => readOwners(options.directory, hashes));
  }

  find(key: string): KeyHolder | null | Promise<KeyHolder | null> {
    const { cells } = this.#options;
    if (!cells.hasManyCells) return cells.main.keys.find(key);
    const ring = this.#ringOf(key);
    const found = ring?.find(key) ?? null;
    if (ring === null || found === null || found instanceof Promise) return this.#search(key, ring, found);
    return found;
  }

  formerHolder(key: string): FormerHolder | null {
    const { cells } = this.#options;
    const ring = cells.hasManyCells ? this.#ringOf(key) : cells.main.keys;
    return ring?.formerHolder(key) ?? null;
  }

  #ringOf(key: string): KeyRing | null {
    const accountId = this.#known.get(hashKey(key));
    const cell = accountId === undefined ? null : this.#options.cells.of(accountId);
    return cell === null || cell instanceof Promise ? null : cell.keys;
  }

  async #search(
    key: string,
    ring: KeyRing | null,
    found: KeyHolder | null | Promise<KeyHolder | null>,
  ): Promise<KeyHolder | null> {
    const { cells, syncAccount } = this.#options;
    const holder = await found;
    if (holder !== null || ring?.formerHolder(key)) return holder;
    const hash = hashKey(key);
    const owner = await this.#owners.find(hash);
    if (owner === null) return null;
    const until = performance.now() + MAX_WAIT_MS;
    for (let cell = await cells.of(owner.accountId); ; cell = await cells.relocate(owner.accountId, until)) {
      cell.keys.forget(key);
      const there = await cell.keys.find(key);
      if (there !== null || cell.keys.formerHolder(key) !== null) {
        if (this.#known.size >= MAX_KNOWN) this.#known.clear();
        this.#known.set(hash, owner.accountId);
        return there;
      }
      await syncAccount(owner.liveId);
    }
  }
}

async function readOwners(directory: Database, hashes: readonly string[]): Promise<Map<string, Owner>> {
  const rows = await directory
    .selectFrom('api_keys as k')
    .innerJoin('accounts as a', 'a.id', 'k.account_id')
    .where('k.key_hash', '=', sql<Buffer>`any(${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[])`)
    .select(['k.key_hash', 'a.id', 'a.test_of'])
    .execute();
  return new Map(
    rows.map(({ key_hash, id, test_of }) => [
      key_hash.toString('hex'),
      { accountId: fromUuid(id), liveId: fromUuid(test_of ?? id) },
    ]),
  );
}
