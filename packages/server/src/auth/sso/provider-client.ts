// Sends requests to the identity provider with limits on time and size, without following redirects. A provider that is
// slow or down must not hold up anything but its own sign-ins.

import type { Agent } from 'undici';
import { ssoUnavailable } from './sso-errors.ts';

export interface ProviderRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ProviderResponse {
  readonly status: number;
  /** Null unless the response is a JSON object. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

const TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 512 * 1024;
const MAX_CONNECTIONS = 4;

export class ProviderClient {
  /** Opened by the first request, because most installations have no provider. */
  #agent: Promise<Agent> | null = null;

  /** Throws `sso_unavailable` if there is no usable response. */
  async send(
    url: string,
    { method = 'GET', headers = {}, body }: ProviderRequest = {},
  ): Promise<ProviderResponse> {
    try {
      this.#agent ??= openAgent();
      const dispatcher = await this.#agent;
      const { request } = await import('undici');
      const response = await request(url, {
        dispatcher,
        method,
        headers: { accept: 'application/json', ...headers },
        body: body ?? null,
        signal: AbortSignal.timeout(TIMEOUT_MS), // covers everything, including a response that trickles in
      });
      const text = await response.body.text();
      if (response.statusCode >= 500) throw new Error(`the provider returned ${response.statusCode}`);
      return { status: response.statusCode, body: readObject(text) };
    } catch (cause) {
      throw ssoUnavailable(cause);
    }
  }

  async close(): Promise<void> {
    await (await this.#agent)?.destroy();
  }
}

async function openAgent(): Promise<Agent> {
  const { Agent } = await import('undici');
  return new Agent({
    connect: { timeout: TIMEOUT_MS, rejectUnauthorized: true },
    connections: MAX_CONNECTIONS,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    maxResponseSize: MAX_RESPONSE_BYTES,
  });
}

function readObject(text: string): ProviderResponse['body'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
