// What leads are scored by: settings, or a model. A published version never changes, so it is read once and kept; which one is
// live comes with the caller, whom keys and sessions refresh every two seconds. See docs/decisions/0039-settings.md and
// docs/decisions/0040-models-in-the-service.md.

import type { Settings } from '@leadline/engine';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../accounts/profile/caller.ts';
import {
  type AccountDatabase,
  type AccountScope,
  actingAs,
  enterAccount,
} from '../platform/db/account-scope.ts';
import { findPublishedModel } from './models/find-model.ts';
import { type ScoringModel, toScoringModel } from './models/scoring-model.ts';
import { findVersion } from './settings/find-version.ts';
import { settingsOf } from './settings/settings-version.ts';

export type VersionOwner = Pick<Caller, 'liveAccountId' | 'actor'>;

/** Which versions are live. */
type LiveVersions = Pick<Caller, 'settingsVersion' | 'modelVersion'>;

interface Version<Value> {
  readonly value: Value;
  /** What it takes in memory, roughly. */
  readonly bytes: number;
}

interface VersionKind<Value> {
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

class PublishedVersions<Value> {
  readonly #kind: VersionKind<Value>;
  /** By account and version. Leads that arrive together share a query. */
  readonly #kept: LRUCache<string, Version<Value>, Wanted>;

  constructor(db: AccountDatabase, kind: VersionKind<Value>) {
    this.#kind = kind;
    this.#kept = new LRUCache<string, Version<Value>, Wanted>({
      maxSize: kind.maxBytes,
      sizeCalculation: ({ bytes }) => bytes,
      fetchMethod: async (_key, _stale, { context: { owner, version } }) => {
        const caller = actingAs(owner.actor, owner.liveAccountId);
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

export type ScoringSettings = PublishedVersions<Settings>;

/** Roughly: the numbers of settings take as much, whatever the account changed. */
const SETTINGS_BASE_BYTES = 8 * 1024;
const MAX_SETTINGS_BYTES = 32 * 1024 * 1024;

/** Null means the defaults, which every thread knows. */
export const keepScoringSettings = (db: AccountDatabase): ScoringSettings =>
  new PublishedVersions(db, {
    live: ({ settingsVersion }) => settingsVersion,
    maxBytes: MAX_SETTINGS_BYTES,
    find: async (scope, version) => {
      const content = await findVersion(scope, version);
      if (content === null) return null;
      const bytes = SETTINGS_BASE_BYTES + 4 * JSON.stringify(content.changes).length;
      return { value: settingsOf(content, version), bytes };
    },
  });

export type ScoringModels = PublishedVersions<ScoringModel>;

/** Those of 3,000 accounts with 1,000 outcomes each. Without it, each of their leads would cost a query. */
const MAX_MODEL_BYTES = 64 * 1024 * 1024;

/** Null means rules alone. */
export const keepScoringModels = (db: AccountDatabase): ScoringModels =>
  new PublishedVersions(db, {
    live: ({ modelVersion }) => modelVersion,
    maxBytes: MAX_MODEL_BYTES,
    find: async (scope, version) => {
      const published = await findPublishedModel(scope, version);
      if (published === null) return null;
      const value = toScoringModel(scope.accountId, published);
      return { value, bytes: value.json.length };
    },
  });
