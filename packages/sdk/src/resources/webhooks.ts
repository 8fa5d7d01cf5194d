import type { Api, Result } from '../api.ts';
import type { Operations } from '../generated/operations.ts';
import type { Delivery, Webhook, WebhookChanges, WebhookRequest } from '../generated/schemas.ts';
import type { CallOptions } from '../options.ts';
import { byCursor, type Pages } from '../pages.ts';

/** Endpoints that Leadline sends events to. To receive them, see `verifyWebhook`. */
export class Webhooks {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The answer has the secret, which is shown only once. */
  create(webhook: WebhookRequest, options?: CallOptions): Promise<Result<'createWebhook'>> {
    return this.#api.call('createWebhook', { body: webhook }, options);
  }

  list(options?: CallOptions): Promise<readonly Webhook[]> {
    return this.#api.call('listWebhooks', {}, options);
  }

  get(id: string, options?: CallOptions): Promise<Webhook> {
    return this.#api.call('getWebhook', { path: { id } }, options);
  }

  change(id: string, changes: WebhookChanges, options?: CallOptions): Promise<Webhook> {
    return this.#api.call('changeWebhook', { path: { id }, body: changes }, options);
  }

  /** Deletes the endpoint and its deliveries. */
  delete(id: string, options?: CallOptions): Promise<Result<'deleteWebhook'>> {
    return this.#api.call('deleteWebhook', { path: { id } }, options);
  }

  /** The old secret keeps signing for a grace period of 24 hours, or another one. */
  rotateSecret(
    id: string,
    grace: NonNullable<Operations['rotateWebhookSecret']['body']> = {},
    options?: CallOptions,
  ): Promise<Result<'rotateWebhookSecret'>> {
    return this.#api.call('rotateWebhookSecret', { path: { id }, body: grace }, options);
  }

  /** Sends a test event. */
  test(id: string, options?: CallOptions): Promise<Result<'testWebhook'>> {
    return this.#api.call('testWebhook', { path: { id } }, options);
  }

  /** Of the last 30 days, newest first. */
  deliveries(
    id: string,
    { cursor: start, ...query }: Operations['listDeliveries']['query'] = {},
    options?: CallOptions,
  ): Pages<Delivery> {
    return byCursor(
      (cursor) => this.#api.call('listDeliveries', { path: { id }, query: { ...query, ...cursor } }, options),
      start,
    );
  }

  /** Delivers an event again, with the same ID. */
  redeliver(id: string, event: string, options?: CallOptions): Promise<Result<'redeliver'>> {
    return this.#api.call('redeliver', { path: { id, event } }, options);
  }

  /** Delivers up to 10,000 failed events again, oldest first. */
  redeliverFailed(id: string, options?: CallOptions): Promise<Result<'redeliverFailed'>> {
    return this.#api.call('redeliverFailed', { path: { id } }, options);
  }
}
