import type { Api, Result } from '../api.ts';
import type { CrmChanges, CrmRequest, CrmRunRequest } from '../generated/schemas.ts';
import type { CallOptions } from '../options.ts';

/** The connection to a CRM, and the log of what was synced. */
export class Crm {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  get(options?: CallOptions): Promise<Result<'getCrm'>> {
    return this.#api.call('getCrm', {}, options);
  }

  /** Or replaces the login. */
  connect(connection: CrmRequest, options?: CallOptions): Promise<Result<'connectCrm'>> {
    return this.#api.call('connectCrm', { body: connection }, options);
  }

  change(changes: CrmChanges, options?: CallOptions): Promise<Result<'changeCrm'>> {
    return this.#api.call('changeCrm', { body: changes }, options);
  }

  /** Deletes the login and the log, and nothing in the CRM. */
  disconnect(options?: CallOptions): Promise<Result<'disconnectCrm'>> {
    return this.#api.call('disconnectCrm', {}, options);
  }

  runs(options?: CallOptions): Promise<Result<'listCrmRuns'>> {
    return this.#api.call('listCrmRuns', {}, options);
  }

  startRun(run: CrmRunRequest, options?: CallOptions): Promise<Result<'startCrmRun'>> {
    return this.#api.call('startCrmRun', { body: run }, options);
  }

  getRun(runId: string, options?: CallOptions): Promise<Result<'getCrmRun'>> {
    return this.#api.call('getCrmRun', { path: { id: runId } }, options);
  }
}
