// Caches the keys in use, of the accounts in one database. Each is refreshed every two seconds, so that all processes notice a revoked key or a changed plan
// within five seconds; unused keys are dropped. Revoked keys are cached too: if a form still uses one, its
// owner can see the requests in the log.

import type { KeyScope } from '@leadline/contract';
import { sql } from 'kysely';
import { fromUuid } from '../../platform/base/ids.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Caller } from '../profile/caller.ts';
import { limitsOf } from '../profile/limits-of.ts';
import { hashKey } from './key-format.ts';
import { KeyLookups } from './key-lookups.ts';

export interface KeyHolder extends Caller {
  readonly name: string;
  readonly scope: KeyScope;
  /** The sites of the live account. */
  readonly allowedOrigins: readonly string[];
}

/** The owner of a key that no longer works. */
export interface FormerHolder {
  readonly holder: KeyHolder;
  /** When the key expired as planned. Null if it was revoked or replaced. */
  readonly expiredAt: Date | null;
}

interface Entry {
  readonly holder: KeyHolder;
  /** According to the database's clock when the key was read. */
  readonly isExpired: boolean;
  readonly expiresAt: Date | null;
  readonly ending: 'revoked' | 'replaced' | null;
  readonly readAt: number;
  usedAt: Date | null;
}

const REFRESH_MS = 2_000;
/** A part of the keys at a time: reading the rows of a thousand at once would delay other requests. */
const TICK_MS = 200;
const MIN_REFRESHED = 100;
/** A cached key that hasn't been refreshed for this long is read again. */
const TRUST_MS = 4_000;
const LAST_USED_INTERVAL_MS = 60_000;

/** What requests need of keys. */
export type Keys = Pick<KeyRing, 'find' | 'formerHolder'>;

export class KeyRing {
  readonly #db: Database;
  readonly #directory: Database;
  /** Keys that aren't cached. Uses a connection of its own, so that a flood of unknown keys delays nobody. */
  readonly #uncached: KeyLookups<Entry>;
  /** Cached keys whose refresh is late. */
  readonly #stale: KeyLookups<Entry>;
  readonly #onError: (error: Error) => void;
  /** Those that were read longest ago come first. */
  readonly #entries = new Map<string, Entry>();
  readonly #timer: NodeJS.Timeout;
  #lastUsedWrittenAt = Date.now();
  #writingLastUsed: Promise<void> | null = null;
  #refreshedAt = performance.now();
  #refreshing: Promise<void> = Promise.resolve();

  /** `directory` is told when keys were last used, unless it is the same database. */
  constructor(db: Database, onError: (error: Error) => void, lookupDb = db, directory = db) {
    this.#db = db;
    this.#directory = directory;
    this.#uncached = new KeyLookups((hashes) => this.#read(hashes, lookupDb));
    this.#stale = new KeyLookups((hashes) => this.#read(hashes));
    this.#onError = onError;
    let isRefreshing = false;
    this.#timer = setInterval(() => {
      if (isRefreshing) return;
      isRefreshing = true;
      this.#refreshing = this.#refresh()
        .catch(onError)
        .finally(() => {
          isRefreshing = false;
        });
    }, TICK_MS).unref();
  }

  /** Null for keys that are unknown, revoked or expired. */
  find(key: string): KeyHolder | null | Promise<KeyHolder | null> {
    const hash = hashKey(key);
    const entry = this.#entries.get(hash);
    if (entry !== undefined && performance.now() - entry.readAt < TRUST_MS) return use(entry);
    return (entry === undefined ? this.#uncached : this.#stale).find(hash).then((found) => {
      if (found === null) return null;
      this.#keep(hash, found);
      return use(found);
    });
  }

  /** Asks the database again, although it has just said that there is no such key. */
  forget(key: string): void {
    this.#uncached.forget(hashKey(key));
  }

  /** The owner of a revoked or expired key that `find` has just looked up. */
  formerHolder(key: string): FormerHolder | null {
    const entry = this.#entries.get(hashKey(key));
    if (entry === undefined) return null;
    return { holder: entry.holder, expiredAt: entry.ending === null ? entry.expiresAt : null };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#refreshing;
    await this.#writingLastUsed;
    await this.#writeLastUsed().catch(this.#onError);
  }

  async #refresh(): Promise<void> {
    // The refresh doesn't wait for it, because the directory may be down while this database isn't.
    if (Date.now() - this.#lastUsedWrittenAt > LAST_USED_INTERVAL_MS)
      this.#writingLastUsed ??= this.#writeLastUsed()
        .catch(this.#onError)
        .finally(() => {
          this.#writingLastUsed = null;
        });
    const due = this.#findDue();
    if (due.length === 0) return;
    const read = await this.#read(due);
    for (const hash of due) {
      const entry = read.get(hash);
      const usedAt = this.#entries.get(hash)?.usedAt ?? null;
      if (entry === undefined) this.#entries.delete(hash);
      else this.#keep(hash, Object.assign(entry, { usedAt }));
    }
  }

  #findDue(): string[] {
    const now = performance.now();
    const readBefore = now - REFRESH_MS;
    // More if the last refresh took long, so that a slow database doesn't let keys get too old.
    const share = (now - this.#refreshedAt) / REFRESH_MS;
    this.#refreshedAt = now;
    const most = Math.max(MIN_REFRESHED, Math.ceil(this.#entries.size * share));
    const due: string[] = [];
    for (const [hash, { readAt }] of this.#entries) {
      if (readAt > readBefore || due.length === most) break;
      due.push(hash);
    }
    return due;
  }

  #keep(hash: string, entry: Entry): void {
    this.#entries.delete(hash); // so that it comes last
    this.#entries.set(hash, entry);
  }

  async #read(hashes: readonly string[], db = this.#db): Promise<Map<string, Entry>> {
    const readAt = performance.now();
    const rows = await db
      .selectFrom('api_keys as k')
      .innerJoin('accounts as a', 'a.id', 'k.account_id')
      .innerJoin('plans as p', 'p.name', 'a.plan')
      .innerJoin('accounts as live', (join) =>
        join.on('live.id', '=', (e) => e.fn.coalesce('a.test_of', 'a.id')),
      )
      .innerJoin('plans as lp', 'lp.name', 'live.plan')
      .innerJoin(limitsOf(sql.ref('a.id')).as('l'), (join) => join.onTrue())
      .where('k.key_hash', '=', sql<Buffer>`any(${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[])`)
      .where('a.presence', 'in', ['here', 'leaving'])
      .select(sql<boolean>`coalesce(k.expires_at <= now(), false)`.as('is_expired'))
      .select([
        'k.key_hash',
        'k.id',
        'k.account_id',
        'a.test_of',
        'a.delete_at',
        'k.expires_at',
        'k.ending',
        'k.name as key_name',
        'k.scope',
        'live.allowed_origins',
        'a.ai',
        'a.ai_monthly_dollars',
        'p.name',
        'l.monthly_leads',
        'l.storage_bytes',
        'p.requests_per_minute',
        'lp.account_requests_per_minute',
      ])
      .select(sql<number>`leadline.live_settings_version(live.id)`.as('settings_version'))
      .select(sql<number>`leadline.live_model_version(live.id)`.as('model_version'))
      .execute();
    return new Map(
      rows.map((row) => [
        row.key_hash.toString('hex'),
        {
          holder: {
            actor: `key_${fromUuid(row.id)}`,
            accountId: fromUuid(row.account_id),
            limitedTo: null,
            liveAccountId: fromUuid(row.test_of ?? row.account_id),
            isClosed: row.delete_at !== null,
            plan: row.name,
            monthlyLimit: row.monthly_leads,
            storageLimit: row.storage_bytes,
            requestsPerMinute: row.requests_per_minute,
            accountRequestsPerMinute: row.account_requests_per_minute,
            ai: row.ai,
            aiMonthlyDollars: row.ai_monthly_dollars,
            settingsVersion: row.settings_version,
            modelVersion: row.model_version,
            name: row.key_name,
            scope: row.scope,
            allowedOrigins: row.allowed_origins,
          },
          isExpired: row.is_expired,
          expiresAt: row.expires_at,
          ending: row.ending,
          readAt,
          usedAt: null,
        },
      ]),
    );
  }

  async #writeLastUsed(): Promise<void> {
    this.#lastUsedWrittenAt = Date.now();
    for (const [hash, entry] of this.#entries) {
      // The key hasn't been used since the last write.
      if (entry.usedAt === null) this.#entries.delete(hash);
    }
    const used = [...this.#entries].map(([hash, { usedAt }]) => ({
      hash: Buffer.from(hash, 'hex'),
      at: usedAt,
    }));
    if (used.length === 0) return;
    for (const entry of this.#entries.values()) entry.usedAt = null;
    // Other processes write the same rows, so skip the ones they have locked.
    await sql`
      with used as (
        select * from unnest(${used.map(({ hash }) => hash)}::bytea[], ${used.map(({ at }) => at)}::timestamptz[])
          as u (hash, at)
      ), free as (
        select k.key_hash from leadline.api_keys k where k.key_hash in (select hash from used) for update skip locked
      )
      update leadline.api_keys k set last_used_at = greatest(k.last_used_at, u.at)
      from used u join free f on f.key_hash = u.hash
      where k.key_hash = f.key_hash`.execute(this.#directory);
  }
}

function use(entry: Entry): KeyHolder | null {
  const now = new Date();
  if (entry.isExpired || (entry.expiresAt !== null && entry.expiresAt <= now)) return null;
  entry.usedAt = now;
  return entry.holder;
}
