// Why a form's `_redirect` was ignored, following the server's rules (http/intake/find-redirect.ts).

import type { ListedRequest } from '@leadline/contract';
import { readBody } from './read-body.ts';

const FIELD = '_redirect';

/** Null if the request has no redirect, or the redirect leads to one of the account's sites. */
export function findIgnoredRedirect(
  { body, content_type, error, is_cut, path }: ListedRequest,
  sites: readonly string[],
): string | null {
  // Most requests have none, and reading a body takes longer.
  if (error !== null || is_cut || !path.startsWith('/api/intake/') || !body.includes(FIELD)) return null;
  const read = readBody(body, content_type);
  if (!read.ok || typeof read.body !== 'object' || read.body === null) return null;
  const target = (read.body as Readonly<Record<string, unknown>>)[FIELD];
  if (typeof target !== 'string' || target.trim() === '') return null;
  const url = URL.parse(target.trim());
  if (url === null || !/^https?:$/.test(url.protocol))
    return 'Redirect ignored: it must be a full URL that starts with https://';
  return sites.includes(url.origin) ? null : `Redirect ignored: ${url.origin} is not one of your sites`;
}
