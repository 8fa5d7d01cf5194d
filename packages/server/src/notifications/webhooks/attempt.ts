// Makes one attempt to deliver an event. Signs it per Standard Webhooks, times out after 15 seconds and doesn't follow
// redirects.

import type { WebhookPayload } from '@leadline/contract';
import { Webhook } from 'standardwebhooks';
import { type Dispatcher, request } from 'undici';
import { DomainError } from '../../platform/base/domain-error.ts';
import { showId } from '../../platform/base/ids.ts';
import { toRecord } from './custom-headers.ts';
import { checkTarget, type TargetPolicy } from './safe-agent.ts';
import type { Sealed } from './seal.ts';
import { toSlack } from './slack.ts';

export interface Attempt {
  readonly eventId: string;
  readonly payload: WebhookPayload;
  readonly format: 'standard' | 'slack';
  readonly target: Sealed;
}

export interface AttemptResult {
  readonly isDelivered: boolean;
  /** Null if we got no response. */
  readonly status: number | null;
  readonly excerpt: string | null;
  /** Shown to the customer. */
  readonly error: string | null;
  /** If set, the failure doesn't count against the endpoint. */
  readonly isOurFault?: true;
}

const TIMEOUT_MS = 15_000;
const MAX_EXCERPT_LENGTH = 500;
/** Longer responses are cut off, and their connection isn't reused. */
const MAX_RESPONSE_BYTES = 16_384;

export async function attemptDelivery(
  { eventId, payload, format, target }: Attempt,
  agent: Dispatcher,
  policy: TargetPolicy,
): Promise<AttemptResult> {
  const blocked = checkTarget(target.url, policy);
  if (blocked !== null) return noResponse(blocked);
  const body = JSON.stringify(format === 'slack' ? toSlack(payload) : payload);
  try {
    const response = await request(target.url, {
      dispatcher: agent,
      method: 'POST',
      headers: {
        ...toRecord(target.headers ?? []),
        'Content-Type': 'application/json',
        'User-Agent': 'Leadline-Webhooks/1',
        ...signatures(showId('evt', eventId), body, target, new Date()),
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const excerpt = await readExcerpt(response.body);
    const status = response.statusCode;
    if (status >= 200 && status < 300) return { isDelivered: true, status, excerpt, error: null };
    const error =
      status >= 300 && status < 400
        ? `returned a redirect (${status}); redirects are not followed`
        : `returned ${status}`;
    return { isDelivered: false, status, excerpt, error };
  } catch (error) {
    return noResponse(describeFailure(error));
  }
}

function signatures(id: string, body: string, target: Sealed, now: Date): Record<string, string> {
  const secrets = [target.secret];
  if (target.former !== undefined && new Date(target.former.until) > now) secrets.push(target.former.secret);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}

/** Reads the whole response, so that the connection can be reused. */
async function readExcerpt(body: Dispatcher.ResponseData['body']): Promise<string> {
  let text = '';
  let bytes = 0;
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length;
    if (text.length < MAX_EXCERPT_LENGTH) text += decoder.decode(chunk as Buffer, { stream: true });
    if (bytes > MAX_RESPONSE_BYTES) break;
  }
  // PostgreSQL can't store NUL.
  return text.slice(0, MAX_EXCERPT_LENGTH).replaceAll('\0', '').toWellFormed();
}

const noResponse = (error: string): AttemptResult => ({
  isDelivered: false,
  status: null,
  excerpt: null,
  error,
});

function describeFailure(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DomainError) return cause.message;
    const { name, code } = cause as NodeJS.ErrnoException;
    if (name === 'TimeoutError' || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
      return 'no response within 15 seconds';
    if (code !== undefined && code in FAILURES) return FAILURES[code] as string;
    if (code !== undefined && /^(?:ERR_SSL_|EPROTO)/.test(code)) return `TLS handshake failed (${code})`;
    if (code !== undefined && /CERT|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
      return `invalid TLS certificate (${code})`;
  }
  return 'connection failed';
}

const FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed without a response',
  UND_ERR_SOCKET: 'connection closed without a response',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  ENOTFOUND: 'host name could not be resolved',
  EAI_AGAIN: 'host name could not be resolved',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  ETIMEDOUT: 'connection timed out',
};
