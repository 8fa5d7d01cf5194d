// A cookie comes along with whatever page made the browser ask. It counts only when that page is ours: a form or a script
// on another site must not act for whoever is signed in (CSRF).

import type { FastifyRequest } from 'fastify';

const SAFE = new Set(['GET', 'HEAD']);

export function isSameOrigin({ headers, method }: FastifyRequest): boolean {
  // Browsers say it themselves, except to plain http addresses other than localhost.
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && SAFE.has(method));
  const { origin } = headers;
  if (origin === undefined) return SAFE.has(method);
  return URL.canParse(origin) && new URL(origin).host === headers.host;
}
