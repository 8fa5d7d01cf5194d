import type { Api, Result } from '../api.ts';
import type {
  BacktestRequest,
  PublishSettingsRequest,
  RollBackSettingsRequest,
  SettingsDraftRequest,
  SettingsVersion,
} from '../generated/schemas.ts';
import type { CallOptions } from '../options.ts';
import { byVersion, type Pages } from '../pages.ts';

export type Backtest = NonNullable<Result<'getBacktest'>>;
export type Rescore = NonNullable<Result<'getRescore'>>;

/** How the account’s leads are scored. */
export class Settings {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The live settings, the draft and the defaults. */
  get(options?: CallOptions): Promise<Result<'getSettings'>> {
    return this.#api.call('getSettings', {}, options);
  }

  saveDraft(draft: SettingsDraftRequest, options?: CallOptions): Promise<Result<'saveSettingsDraft'>> {
    return this.#api.call('saveSettingsDraft', { body: draft }, options);
  }

  /** Tries changed settings on the account’s own leads, in the background. Changes nothing. */
  startBacktest(what: BacktestRequest, options?: CallOptions): Promise<Backtest> {
    return this.#api.call('startBacktest', { body: what }, options) as Promise<Backtest>;
  }

  /** The latest backtest. Null if there was none. */
  getBacktest(options?: CallOptions): Promise<Backtest | null> {
    return this.#api.call('getBacktest', {}, options);
  }

  /** Scores new leads by the draft, or by other changes, from now on. */
  publish(what: PublishSettingsRequest, options?: CallOptions): Promise<SettingsVersion> {
    return this.#api.call('publishSettings', { body: what }, options);
  }

  /** Publishes an earlier version again. */
  rollBack(to: RollBackSettingsRequest, options?: CallOptions): Promise<SettingsVersion> {
    return this.#api.call('rollBackSettings', { body: to }, options);
  }

  /** Published versions, newest first. */
  versions(options?: CallOptions): Pages<SettingsVersion> {
    return byVersion((before) => this.#api.call('listSettingsVersions', { query: before }, options));
  }

  /** Scores open leads again by the live settings, in the background. */
  startRescore(options?: CallOptions): Promise<Rescore> {
    return this.#api.call('startRescore', {}, options) as Promise<Rescore>;
  }

  /** The latest rescore. Null if there was none. */
  getRescore(options?: CallOptions): Promise<Rescore | null> {
    return this.#api.call('getRescore', {}, options);
  }
}
