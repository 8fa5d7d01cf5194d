// Sends requests with methods and headers that `fetch` doesn't allow.

import { once } from 'node:events';
import { request as startRequest } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { ApiResponse } from './call.ts';

export async function request(
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<ApiResponse> {
  const { hostname, port } = new URL(url);
  const outgoing = startRequest({ hostname, port, method, path, headers, agent: false }).end(body);
  const [response] = await once(outgoing, 'response');
  const text = await readText(response);
  return {
    status: response.statusCode,
    headers: new Headers(response.headers),
    text,
    body: text === '' ? null : JSON.parse(text),
  };
}
