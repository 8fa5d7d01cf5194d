import type { Api, Result } from '../api.ts';
import type { Operations } from '../generated/operations.ts';
import type { EraseRequest, Retention } from '../generated/schemas.ts';
import type { CallOptions } from '../options.ts';
import { byCursor, type Pages } from '../pages.ts';

type AuditEntry = Result<'listAudit'>['data'][number];

/** Personal data, how long it is kept, and the audit log. */
export class Privacy {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Everything stored about a person, by email or phone. */
  exportPerson(person: EraseRequest, options?: CallOptions): Promise<Result<'exportPerson'>> {
    return this.#api.call('exportPerson', { query: person }, options);
  }

  /** Erases a person, by email or phone. This can’t be undone. */
  erasePerson(person: EraseRequest, options?: CallOptions): Promise<Result<'erasePerson'>> {
    return this.#api.call('erasePerson', { body: person }, options);
  }

  getRetention(options?: CallOptions): Promise<Retention> {
    return this.#api.call('getRetention', {}, options);
  }

  /** How many days leads are kept. Null: until they are deleted. */
  setRetention(days: number | null, options?: CallOptions): Promise<Retention> {
    return this.#api.call('setRetention', { body: { days } }, options);
  }

  /** The audit log, newest first. */
  auditLog(
    { cursor: start, ...query }: Operations['listAudit']['query'] = {},
    options?: CallOptions,
  ): Pages<AuditEntry> {
    return byCursor(
      (cursor) => this.#api.call('listAudit', { query: { ...query, ...cursor } }, options),
      start,
    );
  }
}
