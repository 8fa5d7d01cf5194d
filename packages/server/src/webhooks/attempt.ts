// One attempt to deliver an event: signed by Standard Webhooks, within 15 seconds, following no redirect.

import type { WebhookPayload } from '@leadline/contract';
import { Webhook } from 'standardwebhooks';
import { type Dispatcher, request } from 'undici';
import { DomainError } from '../base/domain-error.ts';
import { showId } from '../base/ids.ts';
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
  /** Null: there was no answer. */
  readonly status: number | null;
  readonly excerpt: string | null;
  /** In words for the customer. */
  readonly error: string | null;
  /** The endpoint is not to blame. */
  readonly isOurFault?: true;
}

const TIMEOUT_MS = 15_000;
const MAX_EXCERPT_LENGTH = 500;
/** More of an answer than this is not read; the connection is then not used again. */
const MAX_ANSWER_BYTES = 16_384;

export async function attemptDelivery(
  { eventId, payload, format, target }: Attempt,
  agent: Dispatcher,
  policy: TargetPolicy,
): Promise<AttemptResult> {
  const refused = checkTarget(target.url, policy);
  if (refused !== null) return notAnswered(refused);
  const body = JSON.stringify(format === 'slack' ? toSlack(payload) : payload);
  try {
    const response = await request(target.url, {
      dispatcher: agent,
      method: 'POST',
      headers: {
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
        ? `it answered with a redirect (${status}), which is not followed`
        : `it answered with ${status}`;
    return { isDelivered: false, status, excerpt, error };
  } catch (error) {
    return notAnswered(describe(error));
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

/** Consumes the answer, so that the connection can be used again. */
async function readExcerpt(body: Dispatcher.ResponseData['body']): Promise<string> {
  let text = '';
  let bytes = 0;
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length;
    if (text.length < MAX_EXCERPT_LENGTH) text += decoder.decode(chunk as Buffer, { stream: true });
    if (bytes > MAX_ANSWER_BYTES) break;
  }
  // PostgreSQL stores every character but NUL.
  return text.slice(0, MAX_EXCERPT_LENGTH).replaceAll('\0', '').toWellFormed();
}

const notAnswered = (error: string): AttemptResult => ({
  isDelivered: false,
  status: null,
  excerpt: null,
  error,
});

function describe(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DomainError) return cause.message;
    const { name, code } = cause as NodeJS.ErrnoException;
    if (name === 'TimeoutError' || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
      return 'it did not answer within 15 seconds';
    if (code !== undefined && code in FAILURES) return FAILURES[code] as string;
    if (code !== undefined && /^(?:ERR_SSL_|EPROTO)/.test(code))
      return `it does not speak TLS as https wants it (${code})`;
    if (code !== undefined && /CERT|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
      return `its certificate was not accepted (${code})`;
  }
  return 'the connection failed';
}

const FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it closed the connection without an answer',
  UND_ERR_SOCKET: 'it closed the connection without an answer',
  UND_ERR_CONNECT_TIMEOUT: 'it could not be connected to in time',
  ENOTFOUND: 'its name could not be resolved',
  EAI_AGAIN: 'its name could not be resolved',
  EHOSTUNREACH: 'it could not be reached',
  ENETUNREACH: 'it could not be reached',
  ETIMEDOUT: 'it could not be connected to in time',
};
