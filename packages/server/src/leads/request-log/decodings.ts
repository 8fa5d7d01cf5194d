// Lists all plausible readings of a text: unchanged, and with JSON, URL and HTML escapes decoded. If a body is neither
// JSON nor a form, we can't know which encoding the sender used.

import { decodeEscapes, decodeForm, decodePercent } from './decode-form.ts';

/** Tools that forward a request often encode it again. */
const MAX_DEPTH = 3;
const MAX_DECODINGS = 24;

export function listDecodings(text: string): string[] {
  if (!/[\\%&]/.test(text)) return [text];
  const found = new Set([text]);
  let latest = [text];
  for (let depth = 0; depth < MAX_DEPTH && latest.length > 0 && found.size < MAX_DECODINGS; depth++) {
    const before = found.size;
    for (const candidate of latest) {
      for (const decode of DECODERS) found.add(decode(candidate));
    }
    latest = [...found].slice(before);
  }
  return [...found];
}

const ENTITIES: Readonly<Record<string, string>> = {
  commat: '@',
  plus: '+',
  amp: '&',
  apos: "'",
  quot: '"',
  lt: '<',
  gt: '>',
  period: '.',
  lowbar: '_',
  nbsp: ' ',
};

/** `&#64;`, `&#x40;` and `&commat;` → `@` */
const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi,
        (entity, hex?: string, decimal?: string, name?: string) => {
          if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity;
          const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
          return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
        },
      )
    : text;

/** A `+` only means a space if other characters, including `@`, are encoded: `jo+ana@acme.com` isn't Ana's email, and
 * `+44 20` is part of a phone number. */
const decodePlus = (text: string): string =>
  text.includes('@') || !/%[\da-f]{2}/i.test(text) ? text : decodeForm(text);

const DECODERS = [decodeEscapes, decodePercent, decodeEntities, decodePlus];
