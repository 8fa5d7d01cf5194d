// A text in every way it may be meant: as it stands, and without the escapes of JSON, of addresses and of HTML. Nobody says
// which one a sender used in what is no JSON and no form.

import { decodeForm, decodePercent } from './decode-form.ts';
import { decodeEscapes } from './json-members.ts';

/** Twice, as tools do that pass on what they got. */
const DEEPEST = 3;
const MOST = 24;

export function decodings(text: string): string[] {
  const found = new Set([text]);
  let latest = [text];
  for (let depth = 0; depth < DEEPEST && latest.length > 0 && found.size < MOST; depth++) {
    const before = found.size;
    for (const each of latest) {
      for (const decode of DECODERS) found.add(decode(each));
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

/** A `+` is a blank only where other characters are codes, and `@` is one: `jo+ana@acme.com` is not ana, and `+44 20` is a
 * number. */
const decodeBlanks = (text: string): string =>
  text.includes('@') || !/%[\da-f]{2}/i.test(text) ? text : decodeForm(text);

const DECODERS = [decodeEscapes, decodePercent, decodeEntities, decodeBlanks];
