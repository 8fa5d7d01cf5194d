// What leads are scored by: settings, or a model. A published version never changes, so it is read once and kept; which one is
// live comes with the caller, whom keys and sessions refresh every two seconds. See docs/decisions/0039-settings.md and
// docs/decisions/0040-models-in-the-service.md.

import { LRUCache } from 'lru-cache';
import type { Caller } from '../accounts/profile/caller.ts';
import { type AccountDatabase, type AccountScope, enterAccount } from '../platform/db/account-scope.ts';

export type VersionOwner = Pick<Caller, 'liveAccountId' | 'actor'>;

/** Which versions are live. */
type LiveVersions = Pick<Caller, 'settingsVersion' | 'modelVersion'>;

export interface Version<Value> {
  readonly value: Value;
  /** What it takes in memory, roughly. */
  readonly bytes: number;
}

export interface VersionKind<Value> {
  /** Version 0 is what leads are scored by before anything is published. */
  readonly live: (caller: LiveVersions) => number;
  /** Null for a version that the account never published. */
  readonly find: (scope: AccountScope, version: number) => Promise<Version<Value> | null>;
  readonly maxBytes: number;
}

interface Wanted {
  readonly owner: VersionOwner;
  readonly version: number;
}

export class PublishedVersions<Value> {
  readonly #kind: VersionKind<Value>;
  /** By account and version. Leads that arrive together share a query. */
  readonly #kept: LRUCache<string, Version<Value>, Wanted>;

  constructor(db: AccountDatabase, kind: VersionKind<Value>) {
    this.#kind = kind;
    this.#kept = new LRUCache<string, Version<Value>, Wanted>({
      maxSize: kind.maxBytes,
      sizeCalculation: ({ bytes }) => bytes,
      fetchMethod: async (_key, _stale, { context: { owner, version } }) => {
        const caller = { accountId: owner.liveAccountId, actor: owner.actor };
        return (await enterAccount(db, caller, (scope) => kind.find(scope, version))) ?? undefined;
      },
    });
  }

  /** The live version. Null for version 0. */
  of(caller: VersionOwner & LiveVersions): Value | null | Promise<Value | null> {
    return this.at(caller, this.#kind.live(caller));
  }

  /** Null for version 0, and for one that the account never published. */
  at(owner: VersionOwner, version: number): Value | null | Promise<Value | null> {
    if (version === 0) return null;
    const key = `${owner.liveAccountId} ${version}`;
    return this.#kept.get(key)?.value ?? this.#read(key, { owner, version });
  }

  async #read(key: string, context: Wanted): Promise<Value | null> {
    return (await this.#kept.fetch(key, { context }))?.value ?? null;
  }
}
