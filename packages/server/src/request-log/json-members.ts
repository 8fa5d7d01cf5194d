// Reads a JSON text and says where the values of its members stand, so that one can be replaced and all else stays as it
// was written. A text that was cut ends whatever is open.

/** Where a value begins, and where it ends. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Member extends Span {
  readonly name: string;
}

export interface JsonVisitor {
  /** After everything in it. */
  readonly onObject: (members: readonly Member[]) => void;
  readonly onList: (items: readonly Span[]) => void;
  readonly onString: (from: number, to: number) => void;
}

/** Deeper than any form tool nests. */
const DEEPEST = 64;

/** False when it is no JSON. */
export function visitJson(text: string, visitor: JsonVisitor): boolean {
  try {
    const end = skipBlanks(text, readValue(text, skipBlanks(text, 0), 0, visitor));
    return end === text.length;
  } catch (error) {
    if (error instanceof NoJson) return false;
    throw error;
  }
}

class NoJson extends Error {}

function readValue(text: string, at: number, depth: number, visitor: JsonVisitor): number {
  if (depth > DEEPEST) throw new NoJson();
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
  let at = skipBlanks(text, start);
  while (at < text.length && text[at] !== '}') {
    if (text[at] !== '"') throw new NoJson();
    const nameEnd = findStringEnd(text, at);
    const name = decodeString(text.slice(at, nameEnd));
    at = skipBlanks(text, nameEnd);
    if (at === text.length) break;
    if (text[at] !== ':') throw new NoJson();
    const from = skipBlanks(text, at + 1);
    if (from === text.length) break;
    const to = readValue(text, from, depth + 1, visitor);
    members.push({ name, from, to });
    at = skipComma(text, to, '}');
  }
  visitor.onObject(members);
  return Math.min(at + 1, text.length);
}

function readList(text: string, start: number, depth: number, visitor: JsonVisitor): number {
  const items: Span[] = [];
  let at = skipBlanks(text, start);
  while (at < text.length && text[at] !== ']') {
    const to = readValue(text, at, depth + 1, visitor);
    items.push({ from: at, to });
    at = skipComma(text, to, ']');
  }
  visitor.onList(items);
  return Math.min(at + 1, text.length);
}

function skipComma(text: string, from: number, end: string): number {
  const at = skipBlanks(text, from);
  if (at === text.length || text[at] === end) return at;
  if (text[at] !== ',') throw new NoJson();
  return skipBlanks(text, at + 1);
}

/** Numbers, true, false, null. */
function readWord(text: string, at: number): number {
  const word = /[-+.\w]+/y;
  word.lastIndex = at;
  if (!word.test(text)) throw new NoJson();
  return word.lastIndex;
}

function skipBlanks(text: string, from: number): number {
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

/** What stands between the quotes; the last one may be missing. */
export const decodeString = (literal: string): string =>
  decodeEscapes(literal.replace(/^"/, '').replace(/"$/, ''));

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** `\u0040` → `@`, also in what is no JSON. */
export const decodeEscapes = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\(?:u([\da-f]{4})|(.))/gis, (_, code: string | undefined, char: string) =>
        code === undefined ? (ESCAPED[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
