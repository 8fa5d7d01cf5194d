// Looks up keys in the database, on one connection, however many are asked for: requests for the same key share an
// answer, and different keys that arrive while a query is running go into the next one. Keys that don't exist are
// remembered for a few seconds.

import { LRUCache } from 'lru-cache';
import { overloaded } from '../../platform/base/domain-error.ts';

/** Bounds memory, not load: a query takes milliseconds. */
const MAX_WAITING = 5_000;
const MAX_PER_QUERY = 500;
const MAX_UNKNOWN = 20_000;
/** A key is only shown to its owner after it is stored, so nobody can use it while it is remembered as unknown. */
const UNKNOWN_MS = 5_000;

/** Returns the keys that exist, by hash. */
export type ReadKeys<Entry> = (hashes: readonly string[]) => Promise<ReadonlyMap<string, Entry>>;

export class KeyLookups<Entry> {
  readonly #read: ReadKeys<Entry>;
  readonly #waiting = new Map<string, PromiseWithResolvers<Entry | null>>();
  readonly #running = new Map<string, PromiseWithResolvers<Entry | null>>();
  readonly #unknown = new LRUCache<string, true>({ max: MAX_UNKNOWN, ttl: UNKNOWN_MS });

  constructor(read: ReadKeys<Entry>) {
    this.#read = read;
  }

  /** Null if the key doesn't exist. Rejects with `overloaded` if too many keys are waiting. */
  find(hash: string): Promise<Entry | null> {
    if (this.#unknown.get(hash)) return Promise.resolve(null);
    const same = this.#waiting.get(hash) ?? this.#running.get(hash);
    if (same !== undefined) return same.promise;
    if (this.#waiting.size >= MAX_WAITING) return Promise.reject(overloaded());
    const lookup = Promise.withResolvers<Entry | null>();
    this.#waiting.set(hash, lookup);
    // Deferred, so that requests arriving together share a query.
    if (this.#running.size === 0) setImmediate(() => this.#startQuery());
    return lookup.promise;
  }

  /** A key that was remembered as unknown may exist by now. */
  forget(hash: string): void {
    this.#unknown.delete(hash);
  }

  #startQuery(): void {
    if (this.#running.size > 0 || this.#waiting.size === 0) return;
    for (const [hash, lookup] of this.#waiting) {
      if (this.#running.size >= MAX_PER_QUERY) break;
      this.#running.set(hash, lookup);
      this.#waiting.delete(hash);
    }
    void this.#query();
  }

  async #query(): Promise<void> {
    const lookups = [...this.#running];
    try {
      const found = await this.#read(lookups.map(([hash]) => hash));
      for (const [hash, { resolve }] of lookups) {
        const entry = found.get(hash) ?? null;
        if (entry === null) this.#unknown.set(hash, true);
        resolve(entry);
      }
    } catch (error) {
      for (const [, { reject }] of lookups) reject(error);
    } finally {
      this.#running.clear();
      this.#startQuery();
    }
  }
}
