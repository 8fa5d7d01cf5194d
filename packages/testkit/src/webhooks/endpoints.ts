// Registers webhook endpoints over HTTP.

import type { Caller } from '../service/use-api.ts';
import type { Receiver } from './receiver.ts';
import type { WebhookSuite } from './use-webhooks.ts';

export interface Endpoint {
  readonly receiver: Receiver;
  readonly id: string;
  readonly secret: string;
  /** `/api/webhooks/hook_…` */
  readonly path: string;
}

/** Starts a receiver for the endpoint unless an existing one is passed. */
export async function addEndpoint(
  suite: WebhookSuite,
  caller: Caller,
  options: Readonly<Record<string, unknown>> = {},
  shared?: Receiver,
): Promise<Endpoint> {
  const receiver = shared ?? (await suite.startReceiver());
  const { status, text, body } = await caller('/api/webhooks', { url: `${receiver.url}/hook`, ...options });
  if (status !== 200) throw new Error(`failed to add the endpoint: ${text}`);
  const { webhook_id: id, secret } = body.data;
  receiver.trust(secret);
  return { receiver, id, secret, path: `/api/webhooks/${id}` };
}
