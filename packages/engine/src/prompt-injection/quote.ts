// Shortens an injection so that it can be quoted in the ledger.

import { oneLine } from '../text/tokenize.ts';

export const MAX_QUOTE_LENGTH = 60;

export function shorten(text: string): string {
  const line = oneLine(text.trim());
  if (line.length <= MAX_QUOTE_LENGTH) return line;
  const cut = line.slice(0, MAX_QUOTE_LENGTH - 1);
  const space = cut.lastIndexOf(' ');
  const end = space > MAX_QUOTE_LENGTH / 2 ? space : cut.length;
  // Do not cut a surrogate pair in half.
  const code = cut.charCodeAt(end - 1);
  return `${cut.slice(0, code >= 0xd800 && code <= 0xdbff ? end - 1 : end)}…`;
}
