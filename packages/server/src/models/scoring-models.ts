// The models that leads are scored by. A version never changes, so it is read once and kept; which version is live comes
// with the caller, like that of the settings. See docs/decisions/0040-models-in-the-service.md.

import type { Caller } from '../accounts/caller.ts';
import { type AccountDatabase, enterAccount } from '../db/account-scope.ts';
import { findPublishedModel } from './find-model.ts';
import { NO_MODEL } from './model-version.ts';
import { type ScoringModel, toScoringModel } from './scoring-model.ts';

export type ModelOwner = Pick<Caller, 'liveAccountId' | 'actor'>;

/** Those of 3,000 accounts with 1,000 outcomes each. Without it, each of their leads would cost a query. */
const MAX_BYTES = 64 * 1024 * 1024;

export class ScoringModels {
  readonly #db: AccountDatabase;
  readonly #maxBytes: number;
  /** By account and version; the one used longest ago comes first. */
  readonly #kept = new Map<string, ScoringModel>();
  readonly #reading = new Map<string, Promise<ScoringModel | null>>();
  #bytes = 0;

  constructor(db: AccountDatabase, maxBytes = MAX_BYTES) {
    this.#db = db;
    this.#maxBytes = maxBytes;
  }

  /** The live model. Null means rules alone. */
  of(caller: ModelOwner & Pick<Caller, 'modelVersion'>): ScoringModel | null | Promise<ScoringModel | null> {
    return this.at(caller, caller.modelVersion);
  }

  /** Null for rules alone, and for a version that the account never published. */
  at(owner: ModelOwner, version: number): ScoringModel | null | Promise<ScoringModel | null> {
    if (version === NO_MODEL) return null;
    const key = `${owner.liveAccountId} ${version}`;
    const kept = this.#kept.get(key);
    if (kept === undefined) return this.#read(owner, version, key);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept;
  }

  /** Leads that arrive together share a query. */
  #read(owner: ModelOwner, version: number, key: string): Promise<ScoringModel | null> {
    const running = this.#reading.get(key);
    if (running !== undefined) return running;
    const reading = this.#load(owner, version).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  async #load({ liveAccountId, actor }: ModelOwner, version: number): Promise<ScoringModel | null> {
    const caller = { accountId: liveAccountId, actor };
    const published = await enterAccount(this.#db, caller, (scope) => findPublishedModel(scope, version));
    if (published === null) return null;
    const model = toScoringModel(liveAccountId, published);
    this.#kept.set(model.key, model);
    this.#bytes += model.json.length;
    for (const [oldest, { json }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#kept.delete(oldest);
      this.#bytes -= json.length;
    }
    return model;
  }
}
