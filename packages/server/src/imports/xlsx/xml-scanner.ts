// Scans XML tag by tag. Knows no entities except the five of XML itself, so nothing can expand, and rejects DOCTYPE.
// Names lose their prefix, because programs choose prefixes freely.

import { BrokenWorkbook, DAMAGED } from './broken-workbook.ts';

export type XmlToken = 'open' | 'close' | 'text' | 'end';

const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const COLON = 0x3a;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const SPACE = 0x20;

export class XmlScanner {
  readonly #xml: string;
  /** Where the next token starts. */
  at = 0;
  /** Of the tag. */
  name = '';
  /** A tag like `<row/>`, which is not followed by a closing one. */
  isEmpty = false;
  #attributesFrom = 0;
  #attributesTo = 0;
  #textFrom = 0;
  #textTo = 0;
  #isRaw = false;

  constructor(xml: string) {
    this.#xml = xml;
  }

  /** Returns `end` if the rest is not a whole token. */
  next(): XmlToken {
    const xml = this.#xml;
    for (;;) {
      if (this.at >= xml.length) return 'end';
      if (xml.charCodeAt(this.at) !== LESS) {
        const to = xml.indexOf('<', this.at);
        if (to < 0) return 'end';
        this.#setText(this.at, to, false);
        this.at = to;
        return 'text';
      }
      const second = xml.charCodeAt(this.at + 1);
      if (second === QUESTION) {
        if (!this.#skipPast('?>')) return 'end';
      } else if (second === EXCLAMATION) {
        if (xml.startsWith('<!--', this.at)) {
          if (!this.#skipPast('-->')) return 'end';
        } else if (xml.startsWith('<![CDATA[', this.at)) {
          const from = this.at + '<![CDATA['.length;
          if (!this.#skipPast(']]>')) return 'end';
          this.#setText(from, this.at - ']]>'.length, true);
          return 'text';
        } else if (xml.length - this.at < '<![CDATA['.length) return 'end';
        else throw new BrokenWorkbook(DAMAGED);
      } else return this.#readTag();
    }
  }

  /** The text of the last `text` token. */
  text(): string {
    const text = this.#xml.slice(this.#textFrom, this.#textTo);
    return this.#isRaw ? text : decodeEntities(text);
  }

  /** An attribute of the last tag, whatever its prefix. */
  attribute(name: string): string | null {
    const found = patternOf(name).exec(this.#xml.slice(this.#attributesFrom, this.#attributesTo));
    return found === null ? null : decodeEntities(found[1] ?? found[2] ?? '');
  }

  #setText(from: number, to: number, isRaw: boolean): void {
    this.#textFrom = from;
    this.#textTo = to;
    this.#isRaw = isRaw;
  }

  #skipPast(mark: string): boolean {
    const found = this.#xml.indexOf(mark, this.at);
    if (found < 0) return false;
    this.at = found + mark.length;
    return true;
  }

  #readTag(): XmlToken {
    const xml = this.#xml;
    const end = findTagEnd(xml, this.at);
    if (end < 0) return 'end';
    const isClosing = xml.charCodeAt(this.at + 1) === SLASH;
    let from = this.at + (isClosing ? 2 : 1);
    let to = from;
    for (; to < end; to++) {
      const code = xml.charCodeAt(to);
      if (code === COLON) from = to + 1;
      else if (code <= SPACE || code === SLASH) break;
    }
    this.name = xml.slice(from, to);
    this.isEmpty = !isClosing && xml.charCodeAt(end - 1) === SLASH;
    this.#attributesFrom = to;
    this.#attributesTo = end;
    this.at = end + 1;
    return isClosing ? 'close' : 'open';
  }
}

/** Attributes may contain `>`. */
function findTagEnd(xml: string, from: number): number {
  for (let at = from + 1; at < xml.length; at++) {
    const code = xml.charCodeAt(at);
    if (code === GREATER) return at;
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
      at = xml.indexOf(code === DOUBLE_QUOTE ? '"' : "'", at + 1);
      if (at < 0) return -1;
    }
  }
  return -1;
}

const patterns = new Map<string, RegExp>();

function patternOf(name: string): RegExp {
  let pattern = patterns.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    patterns.set(name, pattern);
  }
  return pattern;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (all, hex, decimal, name) =>
        name === undefined
          ? toCharacter(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
          : (NAMED[name] ?? all),
      )
    : text;

const toCharacter = (code: number): string =>
  code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code);
