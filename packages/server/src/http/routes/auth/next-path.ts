// The page to open after signing in. Only our own pages: `//evil.example` and `/\evil.example` are other sites.

const BASE = 'http://nowhere.invalid';
const MAX_LENGTH = 1_000;

export function readNextPath(next: unknown): string {
  if (typeof next !== 'string' || next.length > MAX_LENGTH) return '/';
  if (!/^\/(?![/\\])/.test(next) || /[\\\p{Cc}]/u.test(next)) return '/';
  const url = URL.parse(next, BASE);
  if (url === null || url.origin !== BASE || url.pathname.startsWith('//')) return '/';
  // A link that acts when it is opened is no place to end up.
  return url.pathname.startsWith('/api/') ? '/' : url.pathname + url.search;
}
