import type { Api, Result } from '../api.ts';
import type { ModelRequest, ModelVersion, RollBackModelRequest } from '../generated/schemas.ts';
import type { CallOptions } from '../options.ts';
import { byVersion, type Pages } from '../pages.ts';

/** What the account’s outcomes teach. */
export class Model {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The mode, the live model and what the latest training found. */
  get(options?: CallOptions): Promise<Result<'getModel'>> {
    return this.#api.call('getModel', {}, options);
  }

  /** Changes whether and how far outcomes may move scores. */
  change(changes: ModelRequest, options?: CallOptions): Promise<Result<'changeModel'>> {
    return this.#api.call('changeModel', { body: changes }, options);
  }

  /** Trains a model on the outcomes so far, in the background. */
  train(options?: CallOptions): Promise<Result<'trainModel'>> {
    return this.#api.call('trainModel', {}, options);
  }

  /** Published versions, newest first. */
  versions(options?: CallOptions): Pages<ModelVersion> {
    return byVersion((before) => this.#api.call('listModelVersions', { query: before }, options));
  }

  /** Publishes the model of an earlier version again. */
  rollBack(to: RollBackModelRequest, options?: CallOptions): Promise<Result<'rollBackModel'>> {
    return this.#api.call('rollBackModel', { body: to }, options);
  }

  /** What has shifted in the leads. */
  drifts(options?: CallOptions): Promise<Result<'listDrifts'>> {
    return this.#api.call('listDrifts', {}, options);
  }

  /** From then on, the drift counts as normal. */
  acknowledgeDrift(id: string, options?: CallOptions): Promise<Result<'acknowledgeDrift'>> {
    return this.#api.call('acknowledgeDrift', { path: { id } }, options);
  }
}
