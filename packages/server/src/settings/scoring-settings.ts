// The settings that leads are scored by. A version never changes, so it is read once and kept; which version is live comes
// with the caller, whom keys and sessions refresh every two seconds. See docs/decisions/0039-settings.md.

import type { Settings } from '@leadline/engine';
import type { Caller } from '../accounts/caller.ts';
import { type AccountDatabase, enterAccount } from '../db/account-scope.ts';
import { findVersion } from './find-version.ts';
import { DEFAULT_VERSION, settingsOf } from './settings-version.ts';

export type SettingsOwner = Pick<Caller, 'liveAccountId' | 'actor'>;

/** Roughly: the numbers of settings take as much, whatever the account changed. */
const BASE_BYTES = 8 * 1024;
const MAX_BYTES = 32 * 1024 * 1024;

interface Kept {
  readonly settings: Settings;
  readonly bytes: number;
}

export class ScoringSettings {
  readonly #db: AccountDatabase;
  readonly #maxBytes: number;
  /** By account and version; the one used longest ago comes first. */
  readonly #kept = new Map<string, Kept>();
  readonly #reading = new Map<string, Promise<Settings | null>>();
  #bytes = 0;

  constructor(db: AccountDatabase, maxBytes = MAX_BYTES) {
    this.#db = db;
    this.#maxBytes = maxBytes;
  }

  /** The live settings. Null means the defaults, which every thread knows. */
  of(caller: SettingsOwner & Pick<Caller, 'settingsVersion'>): Settings | null | Promise<Settings | null> {
    return this.at(caller, caller.settingsVersion);
  }

  /** Null for the defaults, and for a version that the account never published. */
  at(owner: SettingsOwner, version: number): Settings | null | Promise<Settings | null> {
    if (version === DEFAULT_VERSION) return null;
    const key = `${owner.liveAccountId} ${version}`;
    const kept = this.#kept.get(key);
    if (kept === undefined) return this.#read(owner, version, key);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.settings;
  }

  /** Leads that arrive together share a query. */
  #read(owner: SettingsOwner, version: number, key: string): Promise<Settings | null> {
    const running = this.#reading.get(key);
    if (running !== undefined) return running;
    const reading = this.#load(owner, version, key).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  async #load(
    { liveAccountId, actor }: SettingsOwner,
    version: number,
    key: string,
  ): Promise<Settings | null> {
    const caller = { accountId: liveAccountId, actor };
    const content = await enterAccount(this.#db, caller, (scope) => findVersion(scope, version));
    if (content === null) return null;
    const settings = settingsOf(content, version);
    const bytes = BASE_BYTES + 4 * JSON.stringify(content.changes).length;
    this.#kept.set(key, { settings, bytes });
    this.#bytes += bytes;
    for (const [oldest, { bytes: freed }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#kept.delete(oldest);
      this.#bytes -= freed;
    }
    return settings;
  }
}
