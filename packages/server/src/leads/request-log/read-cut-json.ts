// Reads JSON whose end may be missing, as if everything that is still open were closed there.

export interface CutJson {
  readonly value: unknown;
  /** How many values have lost their end: the outermost one, the last one in it, and so on. */
  readonly open: number;
}

/** Returns null if the text isn't JSON. */
export function readCutJson(text: string): CutJson | null {
  const whole = parse(text);
  if (whole !== null) return { ...whole, open: 0 };
  const { body, closing } = close(text);
  const open = closing.length;
  if (open === 0) return null;
  const brackets = closing.replace('"', '');
  for (const end of [
    body,
    `${body}:null`, // after a name
    `${body}null`, // after a colon
    body.replace(/,\s*$/, ''),
    body.replace(/[-+.\w]+$/, 'null'), // half a number or `true`
  ]) {
    const closed = parse(end + brackets);
    if (closed !== null) return { ...closed, open };
  }
  return null;
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Closes a string at the end, and returns what else has to be closed. */
function close(text: string): { readonly body: string; readonly closing: string } {
  const brackets: string[] = [];
  const special = /["[\]{}]/g;
  for (let found = special.exec(text); found !== null; found = special.exec(text)) {
    const [char] = found;
    if (char === '[') brackets.push(']');
    else if (char === '{') brackets.push('}');
    else if (char === '"') {
      const end = findStringEnd(text, found.index);
      if (end === null) {
        const closing = `"${brackets.toReversed().join('')}`;
        return { body: `${withoutHalfEscape(text, found.index)}"`, closing };
      }
      special.lastIndex = end;
    } else if (brackets.pop() !== char) return { body: text, closing: '' };
  }
  return { body: text, closing: brackets.toReversed().join('') };
}

/** Null if the string isn't closed. */
function findStringEnd(text: string, start: number): number | null {
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return null;
    if (countBackslashes(text, start, quote) % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}

function withoutHalfEscape(text: string, start: number): string {
  const at = text.length - (/u[\da-f]{0,3}$/i.exec(text.slice(-4))?.[0].length ?? 0);
  return countBackslashes(text, start, at) % 2 === 1 ? text.slice(0, at - 1) : text;
}

/** Of those right before `to`. */
function countBackslashes(text: string, start: number, to: number): number {
  let from = to;
  while (from > start + 1 && text[from - 1] === '\\') from--;
  return to - from;
}
