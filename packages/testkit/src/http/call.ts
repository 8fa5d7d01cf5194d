// Sends a request to the API, with or without a JSON body.

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of many shapes
  readonly body: any;
}

export interface CallOptions {
  readonly key?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `manual` returns the redirect itself. */
  readonly redirect?: 'follow' | 'manual';
}

/** A string body is sent unchanged. */
export async function call(
  url: string,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<ApiResponse> {
  const response = await fetch(url + path, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: options.redirect ?? 'follow',
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(options.key === undefined ? {} : { 'X-API-KEY': options.key }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: tryJson(text) };
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;
