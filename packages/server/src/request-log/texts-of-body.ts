// Every text in a body, as it would be read: for finding out whether it is about a person. And the body itself, with and
// without escapes: it may be no JSON and no form, or broken, or say the same field twice.

import { decodeForm, decodePercent } from './decode-form.ts';
import { decodings } from './decodings.ts';

/** JSON in a field of a form in JSON is as deep as tools go. */
const DEEPEST = 4;

export function textsOfBody(body: string, depth = 0): string[] {
  const whole = decodings(body);
  if (depth > DEEPEST) return whole;
  const inner = (text: string): string[] => textsOfBody(text, depth + 1);
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
    // Many send `email=jo+ana@acme.com` and mean the `+`.
    return [decodeForm(pair.slice(0, at)), decodePercent(value), ...inner(decodeForm(value))];
  });
  return [...whole, ...parts];
}

/** Names too. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, each]) => [name, ...textsOf(each)]);
  }
  return [String(value)];
}
