// Finds text that a person reading the message cannot see. Whatever it says, it is not meant for people.

import { bytesOf, decodeBase64, decodeUtf8 } from './decode.ts';
import { MAX_QUOTE_LENGTH } from './quote.ts';
import { ENOUGH_IN_DISGUISE, weigh } from './weigh.ts';

export function findHidden(message: string): string | null {
  return (
    findTagCharacters(message) ??
    findSplitLetters(message) ??
    findComment(message) ??
    findInvisibleElement(message) ??
    findEncoded(message)
  );
}

/** The flags of England, Scotland and Wales are legitimate uses of tag characters. */
const FLAG = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gu;
const TAG_CHARACTERS = /[\u{e0020}-\u{e007e}]/gu;
const MIN_TAGS = 3;
/** There are 256 variation selectors, so a run of them can encode bytes; an emoji has only one. */
const VARIATION_SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,}/u;

function findTagCharacters(message: string): string | null {
  if (!message.includes('\udb40') && !VARIATION_SELECTORS.test(message)) return null;
  const tags = message.replace(FLAG, '').match(TAG_CHARACTERS) ?? [];
  if (tags.length >= MIN_TAGS)
    return tags.map((tag) => String.fromCharCode((tag.codePointAt(0) as number) - 0xe0000)).join('');
  const bytes = VARIATION_SELECTORS.exec(message)?.[0];
  if (bytes === undefined) return null;
  const text = decodeUtf8(
    Array.from(bytes, (sign) => {
      const code = sign.codePointAt(0) as number;
      return code < 0x10000 ? code - 0xfe00 : code - 0xe0100 + 16;
    }),
  );
  return text === null || text.trim() === '' ? 'invisible characters' : text;
}

const SPLIT_LETTERS = /[a-zà-ÿ][\u200b-\u200f\u2060-\u2064\ufeff]+(?=[a-zà-ÿ])/gi;
export const INVISIBLE = /\u034f|[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
/** Text copied from web pages may contain a few invisible characters, so fewer than this are ignored. */
const MIN_SPLIT = 4;

function findSplitLetters(message: string): string | null {
  const first = message.search(SPLIT_LETTERS);
  if (first < 0 || (message.match(SPLIT_LETTERS)?.length ?? 0) < MIN_SPLIT) return null;
  return message.slice(first, first + 4 * MAX_QUOTE_LENGTH).replace(INVISIBLE, '');
}

/** Style sheets, and comments inserted by word processors and mail programs. */
const GENERATED_COMMENT =
  /^(?:\[(?:if|endif)|<!\[|(?:start|end)fragment)|mso-|@font-face|^\s*[.@#a-z][\w .,#-]{0,80}\{/i;
const MAX_COMMENT = 2_000;
/** Minimum length in words, since mail templates contain short comments about their sections. */
const MIN_COMMENT = 2;
const MIN_COMMENT_AMONG_TAGS = 4;

function findComment(message: string): string | null {
  if (!message.includes('<!--')) return null;
  const minWords =
    (message.match(/<[a-z]{1,10}[\s>]/gi)?.length ?? 0) >= 3 ? MIN_COMMENT_AMONG_TAGS : MIN_COMMENT;
  for (let at = message.indexOf('<!--'); at >= 0; ) {
    const from = at + 4;
    const end = message.indexOf('-->', from);
    const text = message.slice(from, end < 0 ? from + MAX_COMMENT : Math.min(end, from + MAX_COMMENT));
    if (countWords(text) >= minWords && /\p{L}[\s,]+\p{L}/u.test(text) && !GENERATED_COMMENT.test(text))
      return text;
    if (end < 0) return null;
    at = message.indexOf('<!--', end);
  }
  return null;
}

const TAG = /<([a-z][a-z0-9]{0,9})(\s[^<>]{1,400})>/gi;
const INVISIBLE_STYLE =
  /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?(?![.\d])|font-size\s*:\s*0(?![.\d]*[1-9])|(?:left|top|text-indent)\s*:\s*-\d{3,}|(?:max-)?(?:height|width)\s*:\s*0(?:px)?\s*(?:;|["'])[^<>]*overflow\s*:\s*hidden|\shidden(?=\s|$|=)/i;
const WHITE_TEXT =
  /(?:[\s;"']|^)color\s*[:=]\s*["']?\s*(?:white\b|#fff(?:fff)?\b|rgb\(\s*255\s*,\s*255\s*,\s*255\s*\))/i;
const BACKGROUND = /(?:background(?:-color)?\s*:|bgcolor\s*=)\s*["']?\s*([#a-z0-9(,]+)/gi;
const MAX_ELEMENT = 400;

function findInvisibleElement(message: string): string | null {
  let hasDarkBackground: boolean | null = null;
  for (const { 0: tag, 1: name = '', 2: attributes = '', index } of message.matchAll(TAG)) {
    const isWhite = WHITE_TEXT.test(attributes);
    if (!isWhite && !INVISIBLE_STYLE.test(attributes)) continue;
    if (isWhite && !INVISIBLE_STYLE.test(attributes)) {
      hasDarkBackground ??= [...message.matchAll(BACKGROUND)].some(
        ([, colour = '']) => !/^(?:white|#fff|rgb\(255,255)/i.test(colour),
      );
      if (hasDarkBackground) continue;
    }
    const from = index + tag.length;
    const rest = message.slice(from, from + MAX_ELEMENT);
    const end = rest.toLowerCase().indexOf(`</${name.toLowerCase()}`);
    const text = (end < 0 ? rest : rest.slice(0, end)).replace(/<[^<>]*(?:>|$)/g, ' ');
    if (countWords(text) >= 2) return text;
  }
  return null;
}

const countWords = (text: string): number => text.match(/\p{L}{2,}/gu)?.length ?? 0;

const BASE64 = /[A-Za-z0-9+/_-]{20,}={0,2}/g;
const HEX =
  /(?<![0-9a-z])(?:(?:[0-9a-f]{2}){8,}|[0-9a-f]{2}(?:[\s:,-]{1,2}[0-9a-f]{2}){7,}|(?:\\x[0-9a-f]{2}){6,})(?![0-9a-z])/gi;

function findEncoded(message: string): string | null {
  for (const [code] of message.matchAll(BASE64)) {
    const text = decodeBase64(code);
    if (text !== null && isReadable(text)) return text;
  }
  for (const [code] of message.matchAll(HEX)) {
    const digits = code.replace(/\\x|[\s:,-]/gi, '');
    const text = decodeUtf8(bytesOf(digits));
    if (text !== null && isReadable(text)) return text;
  }
  return null;
}

/** Sentences, or a few suspicious words, as opposed to the IDs, URLs and settings that programs encode. */
function isReadable(text: string): boolean {
  const words = text.match(/(?<![\p{L}\d])\p{L}{2,}(?![\p{L}\d])/gu) ?? [];
  const letters = words.join('').length;
  const spaces = text.match(/\s/g)?.length ?? 0;
  if (words.length >= 4 && spaces >= 3 && letters + spaces >= text.length * 0.75) return true;
  return words.length >= 2 && weigh(text).weight >= ENOUGH_IN_DISGUISE;
}
