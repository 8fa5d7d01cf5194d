// Every text in a body, as it would be read: for finding out whether it is about a person. What is no JSON and no form, or
// is broken, is one text, with and without the escapes of either.

import { decodeForm } from './decode-form.ts';
import { decodeEscapes } from './json-members.ts';

/** JSON in a field of a form in JSON is as deep as tools go. */
const DEEPEST = 4;

export function textsOfBody(body: string, depth = 0): string[] {
  if (depth > DEEPEST) return [body];
  const inner = (text: string): string[] => textsOfBody(text, depth + 1);
  if (/^\s*[[{]/.test(body)) {
    try {
      return textsOf(JSON.parse(body)).flatMap(inner);
    } catch {
      return [...new Set([body, decodeEscapes(body), decodeEscapes(decodeForm(body))])];
    }
  }
  if (!/^[^\s=&]+=/.test(body)) return [body];
  return body.split('&').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 0
      ? [decodeForm(pair)]
      : [decodeForm(pair.slice(0, at)), ...inner(decodeForm(pair.slice(at + 1)))];
  });
}

/** Names too. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, each]) => [name, ...textsOf(each)]);
  }
  return [String(value)];
}
