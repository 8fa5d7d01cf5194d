import type { Api, Result } from '../api.ts';
import type { ViewRequest } from '../generated/schemas.ts';
import type { CallOptions } from '../options.ts';

/** Saved filters of the inbox. */
export class Views {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  list(options?: CallOptions): Promise<Result<'listViews'>> {
    return this.#api.call('listViews', {}, options);
  }

  create(view: ViewRequest, options?: CallOptions): Promise<Result<'createView'>> {
    return this.#api.call('createView', { body: view }, options);
  }

  delete(id: string, options?: CallOptions): Promise<Result<'deleteView'>> {
    return this.#api.call('deleteView', { path: { id } }, options);
  }
}
