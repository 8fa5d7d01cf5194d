// Where a form sends its visitor. Only to the account's own sites: anyone can build a form that posts to our server, and
// a link that seems to lead to us must not end on a page that steals passwords.

const MAX_LENGTH = 2_000;

/** The URL to redirect to, as the URL parser writes it, so that the browser can't read it differently from us. */
export function findRedirect(target: unknown, allowedOrigins: readonly string[]): string | null {
  if (typeof target !== 'string' || target.length > MAX_LENGTH || target.includes('\\')) return null;
  const url = URL.parse(target.trim());
  // A blob: URL has the origin of the page that made it.
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (url.username !== '' || url.password !== '') return null;
  return allowedOrigins.includes(url.origin) ? url.href : null;
}
