// CSRF protection. Browsers send cookies with requests from any site, so we only accept a session if the request comes
// from our own pages.

import type { FastifyRequest } from 'fastify';

const SAFE_METHODS = new Set(['GET', 'HEAD']);

export function isSameOrigin({ headers, method }: FastifyRequest): boolean {
  // Browsers send this header unless the host uses plain HTTP and isn't localhost.
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && SAFE_METHODS.has(method));
  const { origin } = headers;
  if (origin === undefined) return SAFE_METHODS.has(method);
  return URL.canParse(origin) && new URL(origin).host === headers.host;
}
