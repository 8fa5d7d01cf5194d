// Extracts and decodes every text in a body to find out whether it mentions a person. Includes the body itself, raw and
// decoded, because it may be malformed, contain a field twice, or be neither JSON nor a form.

import { decodeForm, decodePercent } from './decode-form.ts';
import { listDecodings } from './decodings.ts';

/** At most, tools nest JSON in a form field inside JSON. */
const MAX_DEPTH = 4;

/** Yields one text at a time, because together they may be far larger than the body. */
export function* extractTexts(body: string, depth = 0): Generator<string> {
  yield* listDecodings(body);
  if (depth > MAX_DEPTH) return;
  if (/^\s*["[{]/.test(body)) {
    for (const text of listValues(parseJson(body), 'with names')) yield* extractTexts(text, depth + 1);
    return;
  }
  if (!/^[^\s=&]+=/.test(body)) return;
  for (const pair of body.split('&')) {
    const at = pair.indexOf('=');
    if (at < 0) {
      yield decodeForm(pair);
      continue;
    }
    const value = pair.slice(at + 1);
    yield decodeForm(pair.slice(0, at));
    // Many senders leave the `+` in `email=jo+ana@acme.com` unencoded.
    yield decodePercent(value);
    yield* extractTexts(decodeForm(value), depth + 1);
  }
}

/** Returns an empty list if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}

/** Every value in a JSON document as text, however deeply it is nested. */
export function* listValues(root: unknown, mode: 'with names' | 'values only'): Generator<string> {
  const left = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) {
      yield String(value);
      continue;
    }
    if (mode === 'with names' && !Array.isArray(value)) yield* Object.keys(value);
    for (const member of Object.values(value)) left.push(member);
  }
}
