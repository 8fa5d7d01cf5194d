import type { Api, Result } from '../api.ts';
import type { Operations } from '../generated/operations.ts';
import type { CallOptions } from '../options.ts';

export class Account {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Currency, time zone, office hours and typical deal. */
  profile(options?: CallOptions): Promise<Result<'getProfile'>> {
    return this.#api.call('getProfile', {}, options);
  }

  /** The people that leads can be assigned to, and viewers. */
  team(options?: CallOptions): Promise<Result<'listTeam'>> {
    return this.#api.call('listTeam', {}, options);
  }

  /** Which steps of setting up are done. */
  setup(options?: CallOptions): Promise<Result<'getSetup'>> {
    return this.#api.call('getSetup', {}, options);
  }

  /** What this month has used of the plan. */
  usage(options?: CallOptions): Promise<Result<'getUsage'>> {
    return this.#api.call('getUsage', {}, options);
  }

  /** Grades, sources, reps, win rates, revenue and contact times of a period. */
  insights(
    period: { from: string | Date; to: string | Date },
    options?: CallOptions,
  ): Promise<Result<'getInsights'>> {
    return this.#api.call('getInsights', { query: period }, options);
  }

  /** How many of the leads received in a period were lost for which reason. */
  lostReasons(
    period: { from: string | Date; to: string | Date },
    options?: CallOptions,
  ): Promise<Result<'getLostReasons'>> {
    return this.#api.call('getLostReasons', { query: period }, options);
  }

  /** Recent requests that sent leads, newest first, with their results. */
  receivedRequests(
    query: Operations['listReceived']['query'] = {},
    options?: CallOptions,
  ): Promise<Result<'listReceived'>> {
    return this.#api.call('listReceived', { query }, options);
  }
}
