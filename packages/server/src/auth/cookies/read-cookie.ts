/** The value of the first cookie with exactly this name in a Cookie header. */
export function readCookie(header: string | undefined, name: string): string | null {
  const start = `${name}=`;
  const found = (header ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(start));
  return found?.slice(start.length) ?? null;
}
