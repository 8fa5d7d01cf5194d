// A JSON parser that reports the positions of values, so that a value can be replaced without reformatting the rest.
// Accepts truncated text as if everything still open were closed at the end.

/** The position of a value; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Member extends Span {
  readonly name: string;
}

export interface JsonVisitor {
  /** Called after everything inside the object. If the text ends within the object, it is not closed. */
  readonly onObject: (members: readonly Member[], isClosed: boolean) => void;
  readonly onList: (items: readonly Span[]) => void;
  readonly onString: (from: number, to: number) => void;
}

/** Deeper than any form tool's nesting. */
const MAX_DEPTH = 64;

/** Returns false if the text is not JSON. */
export function visitJson(text: string, visitor: JsonVisitor): boolean {
  try {
    const end = skipSpace(text, readValue(text, skipSpace(text, 0), 0, visitor));
    return end === text.length;
  } catch (error) {
    if (error instanceof NotJson) return false;
    throw error;
  }
}

class NotJson extends Error {}

function readValue(text: string, at: number, depth: number, visitor: JsonVisitor): number {
  if (depth > MAX_DEPTH) throw new NotJson();
  switch (text[at]) {
    case '{':
      return readObject(text, at + 1, depth, visitor);
    case '[':
      return readList(text, at + 1, depth, visitor);
    case '"': {
      const to = findStringEnd(text, at);
      visitor.onString(at, to);
      return to;
    }
    default:
      return readWord(text, at);
  }
}

function readObject(text: string, start: number, depth: number, visitor: JsonVisitor): number {
  const members: Member[] = [];
  let at = skipSpace(text, start);
  while (at < text.length && text[at] !== '}') {
    if (text[at] !== '"') throw new NotJson();
    const nameEnd = findStringEnd(text, at);
    const name = decodeString(text.slice(at, nameEnd));
    at = skipSpace(text, nameEnd);
    if (at === text.length) break;
    if (text[at] !== ':') throw new NotJson();
    const from = skipSpace(text, at + 1);
    if (from === text.length) break;
    const to = readValue(text, from, depth + 1, visitor);
    members.push({ name, from, to });
    at = skipComma(text, to, '}');
  }
  visitor.onObject(members, at < text.length);
  return Math.min(at + 1, text.length);
}

function readList(text: string, start: number, depth: number, visitor: JsonVisitor): number {
  const items: Span[] = [];
  let at = skipSpace(text, start);
  while (at < text.length && text[at] !== ']') {
    const to = readValue(text, at, depth + 1, visitor);
    items.push({ from: at, to });
    at = skipComma(text, to, ']');
  }
  visitor.onList(items);
  return Math.min(at + 1, text.length);
}

function skipComma(text: string, from: number, end: string): number {
  const at = skipSpace(text, from);
  if (at === text.length || text[at] === end) return at;
  if (text[at] !== ',') throw new NotJson();
  return skipSpace(text, at + 1);
}

/** Numbers, true, false, null. */
function readWord(text: string, at: number): number {
  const word = /[-+.\w]+/y;
  word.lastIndex = at;
  if (!word.test(text)) throw new NotJson();
  return word.lastIndex;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text[at] as string)) at++;
  return at;
}

function findStringEnd(text: string, start: number): number {
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return text.length;
    let first = quote;
    while (first > start + 1 && text[first - 1] === '\\') first--;
    if ((quote - first) % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}

/** The closing quote may be missing. */
export const decodeString = (literal: string): string =>
  decodeEscapes(literal.replace(/^"/, '').replace(/"$/, ''));

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Decodes `\u0040` to `@`. Also used on text that is not JSON. */
export const decodeEscapes = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\(?:u([\da-f]{4})|(.))/gis, (_, code: string | undefined, char: string) =>
        code === undefined ? (ESCAPED[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
