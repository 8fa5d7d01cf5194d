import type { Api, Result } from '../api.ts';
import type { RoutingPreviewRequest, RoutingRequest } from '../generated/schemas.ts';
import type { CallOptions } from '../options.ts';

/** Rules that give new leads an assignee. */
export class Routing {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  get(options?: CallOptions): Promise<Result<'getRouting'>> {
    return this.#api.call('getRouting', {}, options);
  }

  /** Replaces all rules. */
  save(rules: RoutingRequest, options?: CallOptions): Promise<Result<'saveRouting'>> {
    return this.#api.call('saveRouting', { body: rules }, options);
  }

  /** Tries rules on the leads of the last seven days. Changes nothing. */
  preview(rules: RoutingPreviewRequest, options?: CallOptions): Promise<Result<'previewRouting'>> {
    return this.#api.call('previewRouting', { body: rules }, options);
  }
}
