// Extracts and decodes every text in a body to find out whether it mentions a person. Includes the body itself, raw and
// decoded, because it may be malformed, contain a field twice, or be neither JSON nor a form.

import { decodeForm, decodePercent } from './decode-form.ts';
import { listDecodings } from './decodings.ts';

/** At most, tools nest JSON in a form field inside JSON. */
const MAX_DEPTH = 4;

export function extractTexts(body: string, depth = 0): string[] {
  const whole = listDecodings(body);
  if (depth > MAX_DEPTH) return whole;
  const inner = (text: string): string[] => extractTexts(text, depth + 1);
  if (/^\s*["[{]/.test(body)) {
    try {
      return [...whole, ...textsOf(JSON.parse(body)).flatMap(inner)];
    } catch {
      return whole;
    }
  }
  if (!/^[^\s=&]+=/.test(body)) return whole;
  const parts = body.split('&').flatMap((pair) => {
    const at = pair.indexOf('=');
    if (at < 0) return [decodeForm(pair)];
    const value = pair.slice(at + 1);
    // Many senders leave the `+` in `email=jo+ana@acme.com` unencoded.
    return [decodeForm(pair.slice(0, at)), decodePercent(value), ...inner(decodeForm(value))];
  });
  return [...whole, ...parts];
}

/** Includes member names. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, member]) => [name, ...textsOf(member)]);
  }
  return [String(value)];
}
