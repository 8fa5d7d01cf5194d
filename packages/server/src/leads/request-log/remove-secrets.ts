// Removes secrets from a raw body: Leadline keys anywhere, and the values of fields with names like "password". Handles
// JSON and forms, including one nested in the other, and does its best with other text. A body without secrets stays as it
// is; JSON with a secret is written again without spaces.

import { decodeEscapes, decodeForm, decodePercent } from './decode-form.ts';
import { readCutJson } from './read-cut-json.ts';
import { isLabel, isSecretName, isValue, SECRET_IN_TEXT } from './secret-names.ts';

const REMOVED = '[removed]';
/** At most, tools nest JSON in a form field inside JSON. */
const MAX_DEPTH = 4;

/** Hides keys twice: first those in the original text, then those revealed by decoding nested values. If the end of the
 * body is missing, values whose label may be in the missing part are removed too. */
export const removeSecrets = (body: string, isCut = false): string =>
  hideKeys(removeNamed(hideKeys(body), 0, isCut));

function removeNamed(text: string, depth: number, isCut: boolean): string {
  if (depth > MAX_DEPTH) return removeFromText(text);
  if (/^\s*["[{]/.test(text)) return removeFromJson(text, depth, isCut) ?? removeFromText(text);
  return text.includes('=') ? removeFromForm(text, depth, isCut) : removeFromText(text);
}

/** Deeper than any form tool's nesting. */
const MAX_JSON_LEVELS = 64;

/** Returns null if the text is not JSON. */
function removeFromJson(text: string, depth: number, isCut: boolean): string | null {
  const read = readCutJson(text);
  if (read === null) return null;
  let isChanged = hasRepeatedNames(text, read.value);
  const removed = (): string => {
    isChanged = true;
    return REMOVED;
  };
  /** `open` is how many values have lost their end: this one, the last one in it, and so on. */
  const clean = (value: unknown, level: number, open: number): unknown => {
    if (typeof value === 'string') {
      const text = removeFromValue(value, depth, open > 0);
      isChanged ||= text !== value;
      return text;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (level === MAX_JSON_LEVELS) return removed();
    const members = Object.entries(value);
    // JSON.parse puts names that are numbers first, so any of them may have been the last one.
    const isReordered = members.some(([name]) => /^\d+$/.test(name));
    const openIn = (index: number): number =>
      open > 0 && (index === members.length - 1 || (isReordered && !Array.isArray(value))) ? open - 1 : 0;
    if (Array.isArray(value)) {
      // ["password", "…"]
      const isPair = value.length === 2 && isSecretText(value[0]);
      return value.map((item, index) =>
        isPair && index === 1 ? removed() : clean(item, level + 1, openIn(index)),
      );
    }
    const labels = members.filter(([name], index) => isLabel(name) && openIn(index) === 0);
    // {"label": "Password", "value": "…"}
    const isLabelled = members.some(([name, label]) => isLabel(name) && isSecretText(label));
    const mayBeLabelled = open > 0 && labels.length === 0;
    return Object.fromEntries(
      members.map(([name, member], index) => {
        const isSecret =
          isSecretName(name) ||
          (isValue(name) &&
            (isLabelled || (mayBeLabelled && (typeof member !== 'object' || member === null))));
        return [name, isSecret ? removed() : clean(member, level + 1, openIn(index))];
      }),
    );
  };
  const cleaned = clean(read.value, 0, isCut ? read.open : 0);
  return isChanged ? JSON.stringify(cleaned) : text;
}

const isSecretText = (value: unknown): boolean => typeof value === 'string' && isSecretName(value);

/** Of members with the same name, only the last one is read, so the others can't be checked for secrets. */
function hasRepeatedNames(text: string, root: unknown): boolean {
  const quotes = text.match(/(?<!\\)(?:\\\\)*"/g)?.length ?? 0;
  let strings = 0;
  const left = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') strings++;
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) strings += Object.keys(value).length;
    left.push(...Object.values(value));
  }
  return Math.ceil(quotes / 2) > strings;
}

/** Even if a field isn't secret itself, its value may contain JSON, a form or a URL with a secret. */
function removeFromValue(value: string, depth: number, isCut: boolean): string {
  if (/^\s*[[{]/.test(value)) return removeNamed(value, depth + 1, isCut);
  if (/^[^\s=&?]+=[^\s]*&[^\s=&]+=/.test(value)) return removeFromForm(value, depth + 1, isCut);
  return removeFromUrls(value);
}

interface Pair {
  readonly raw: string;
  readonly name: string;
  /** Null if there is no `=`. */
  readonly value: string | null;
}

function removeFromForm(text: string, depth: number, isCut: boolean): string {
  const pairs = text.split('&').map(readPair);
  const last = pairs.length - 1;
  const labels = pairs.filter(({ name }, index) => isLabel(memberOf(name)) && !(isCut && index === last));
  const labelled = new Set(
    labels.filter(({ value }) => isSecretName(decodeForm(value ?? ''))).map(({ name }) => parentOf(name)),
  );
  const withLabel = new Set(labels.map(({ name }) => parentOf(name)));
  const mayBeSecret = (parent: string): boolean => labelled.has(parent) || (isCut && !withLabel.has(parent));
  return pairs
    .map(({ raw, name, value }, index) => {
      if (raw === '') return raw;
      if (value === null || !isPair(raw)) return removeFromText(raw);
      const start = raw.slice(0, raw.indexOf('=') + 1);
      // fields[a][type]=password&fields[a][value]=…
      const isSecret =
        isSecretName(name) ||
        isSecretName(memberOf(name)) ||
        (isValue(memberOf(name)) && name.includes('[') && mayBeSecret(parentOf(name)));
      if (isSecret) return value === '' ? raw : start + REMOVED;
      const content = decodeForm(value);
      const clean = removeFromValue(content, depth, isCut && index === last);
      if (clean === content) return raw;
      return start + (content === value ? clean : encodeURIComponent(clean.toWellFormed()));
    })
    .join('&');
}

/** Distinguishes a form field from a line of other text that contains a `=`. */
const isPair = (raw: string): boolean => /^[^\r\n"'<>{}=]*=[^\r\n]*$/.test(raw);

function readPair(raw: string): Pair {
  const at = raw.indexOf('=');
  if (at < 0) return { raw, name: '', value: null };
  return { raw, name: decodeForm(raw.slice(0, at)), value: raw.slice(at + 1) };
}

/** Returns `value` for `fields[a][value]`. */
const memberOf = (name: string): string => /\[([^[\]]*)\]$/.exec(name)?.[1] ?? name;
const parentOf = (name: string): string => name.replace(/\[[^[\]]*\]$/, '');

/** Removes `?token=…` and the password in `https://ana:…@example.org`. */
const removeFromUrls = (text: string): string =>
  text.includes('=') || text.includes('@')
    ? text
        .replace(
          /([?&#;](?:amp;)?)([^\s=&?#;"'<>]{1,200})=([^\s&#;"'<>\\]+)/g,
          (found, before: string, name: string) =>
            isSecretName(decodePercent(name)) ? `${before}${name}=${REMOVED}` : found,
        )
        .replace(/(:\/\/[^\s:/@"'<>]{1,200}):[^\s/@"'<>]{1,500}@/g, `$1:${REMOVED}@`)
    : text;

/** For text that is malformed or neither JSON nor a form. Removes whatever follows the name of a secret; when in doubt,
 * it removes too much rather than too little. */
function removeFromText(sent: string): string {
  const text = sent.replace(/\\u00[2-7][\da-f]/gi, decodeEscapes);
  let result = '';
  let done = 0;
  for (const { 0: found, index } of text.matchAll(SECRET_IN_TEXT)) {
    const from = index + found.length;
    if (index < done || from === text.length) continue;
    result += text.slice(done, from) + REMOVED;
    done = findValueEnd(text, from);
  }
  result += text.slice(done);
  return removeFromUrls(
    result.replace(/<([\w:.-]{1,100})((?:\s[^<>]{0,500})?)>[^<]+/g, (found, name: string, rest: string) =>
      isSecretName(name) ? `<${name}${rest}>${REMOVED}` : found,
    ),
  );
}

function findValueEnd(text: string, from: number): number {
  const opening = /\\*["'`]/y;
  opening.lastIndex = from;
  const [quote] = opening.exec(text) ?? [];
  if (quote !== undefined) return findQuoteEnd(text, from, quote);
  if (text[from] === '{' || text[from] === '[') return findBracketEnd(text, from);
  const end = /[\r\n,;&<"'\]}]/g;
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

/** A quote ends the value only if a separator or the end of the text follows it. */
function findQuoteEnd(text: string, from: number, quote: string): number {
  const last = quote.at(-1) as string;
  for (let at = from + quote.length; ; at++) {
    at = text.indexOf(last, at);
    if (at < 0) return text.length;
    if (/^\s*(?:[,;&)\]}]|$)/.test(text.slice(at + 1, at + 20)) && text[at - 1] !== '\\') return at + 1;
    if (quote.length > 1 && text.slice(at - quote.length + 1, at + 1) === quote) return at + 1;
  }
}

function findBracketEnd(text: string, from: number): number {
  let open = 0;
  for (let at = from; at < text.length; at++) {
    if ('[{'.includes(text[at] as string)) open++;
    if (']}'.includes(text[at] as string) && --open === 0) return at + 1;
  }
  return text.length;
}

const BEFORE_CODE = '(?:\\\\{1,8}u00|%(?:25){0,4})';
/** Matches a character as is, or escaped (even twice) in JSON, a form or HTML. */
const spell = (char: string): string => {
  const hex = char.charCodeAt(0).toString(16);
  return `(?:${char}|${BEFORE_CODE}${hex}|&#(?:x0*${hex}|0*${char.charCodeAt(0)});)`;
};
const spellAll = (word: string): string => Array.from(word, spell).join('');
const DIGIT_OR_LETTER = '(?:3\\d|[46][1-9a-f]|[57][0-9a])';

/** Also matches truncated keys and uppercase keys. */
const KEY = new RegExp(
  `${spellAll('ll_')}(?:(${spellAll('live')})|(${spellAll('test')})|${spellAll('intake')})${spell('_')}` +
    `(?:[0-9a-z]|${BEFORE_CODE}${DIGIT_OR_LETTER})*…?`,
  'gi',
);
/** A webhook's signing secret. */
const SIGNING_SECRET = /whsec_(?:[\w+=/-]|\\\/|%(?:2b|2f|3d))+/gi;

export const hideKeys = (text: string): string =>
  text
    .replace(KEY, (_, live?: string, test?: string) =>
      live !== undefined ? 'll_live_…' : test !== undefined ? 'll_test_…' : 'll_intake_…',
    )
    .replace(SIGNING_SECRET, 'whsec_…');
