// Extracts every text from a body, decoded, to find out whether it mentions a person. Includes the body itself, raw and
// decoded, because it may be malformed, neither JSON nor a form, or contain a field twice.

import { decodeForm, decodePercent } from './decode-form.ts';
import { listDecodings } from './decodings.ts';

/** Tools nest at most JSON in a form field in JSON. */
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
    // Many senders don't encode the `+` in `email=jo+ana@acme.com`.
    return [decodeForm(pair.slice(0, at)), decodePercent(value), ...inner(decodeForm(value))];
  });
  return [...whole, ...parts];
}

/** Includes the names of members. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, member]) => [name, ...textsOf(member)]);
  }
  return [String(value)];
}
