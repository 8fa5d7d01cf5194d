// Verifies requests to a webhook endpoint, signed as in Standard Webhooks.

import type { WebhookEvent } from './webhook-events.ts';

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the clocks may be apart. Default: 300. */
  readonly toleranceSeconds?: number;
  /** Default: the current time. */
  readonly now?: Date;
}

/** Why a request was rejected. Answer it with 401. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code:
    | 'missing_header'
    | 'invalid_timestamp'
    | 'timestamp_too_far_off'
    | 'invalid_signature'
    | 'invalid_json';

  constructor(code: WebhookError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const TOLERANCE_SECONDS = 300;
const HMAC = { name: 'HMAC', hash: 'SHA-256' };
const VERSION = 'v1,';

/** Node has no global type for it. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * Returns the event if it was signed with the secret (`whsec_…`) in the last five minutes, and otherwise throws a `WebhookError`.
 * `body` is the raw body, before any JSON parser.
 */
export async function verifyWebhook(
  body: string | Uint8Array<ArrayBuffer>,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = requireHeader(headers, 'webhook-id');
  const timestamp = requireHeader(headers, 'webhook-timestamp');
  const signatures = requireHeader(headers, 'webhook-signature');
  checkTime(timestamp, now, toleranceSeconds);
  const key = await importKey(secret);
  const signed = joinBytes(new TextEncoder().encode(`${id}.${timestamp}.`), toBytes(body));
  if (!(await isSignedBy(key, signatures, signed)))
    throw new WebhookError(
      'invalid_signature',
      'the signature does not match; check the secret and use the raw body',
    );
  return { id, ...parse(body) } as WebhookEvent;
}

function requireHeader(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : findIgnoringCase(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError('missing_header', `the ${name} header is missing`);
}

const findIgnoringCase = (headers: Exclude<WebhookHeaders, Headers>, name: string): unknown =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];

function checkTime(timestamp: string, now: Date, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookError('invalid_timestamp', 'the webhook-timestamp header is not a Unix time');
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookError(
      'timestamp_too_far_off',
      `the request was signed more than ${toleranceSeconds} seconds ago, or a clock is wrong`,
    );
}

function importKey(secret: string): Promise<Key> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (bytes === null || bytes.length === 0)
    throw new TypeError(
      'The webhook secret is not valid: it begins with whsec_ and is shown when a webhook is created',
    );
  return crypto.subtle.importKey('raw', bytes, HMAC, false, ['verify']);
}

/** During a rotation there are two signatures. `verify` compares in constant time. */
async function isSignedBy(key: Key, signatures: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  for (const signature of signatures.split(' ')) {
    if (!signature.startsWith(VERSION)) continue;
    const bytes = decodeBase64(signature.slice(VERSION.length));
    if (bytes !== null && (await crypto.subtle.verify(HMAC, key, bytes, signed))) return true;
  }
  return false;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function parse(body: string | Uint8Array<ArrayBuffer>): object {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as object;
  } catch {
    throw new WebhookError('invalid_json', 'the body is not JSON');
  }
}

const toBytes = (body: string | Uint8Array<ArrayBuffer>): Uint8Array =>
  typeof body === 'string' ? new TextEncoder().encode(body) : body;

function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
