// Undoes common disguises of an injection: escapes, look-alike letters, spread letters, leetspeak, ROT13, reversal.

import { CUE_WORDS } from '../lexicon/injection-phrases.ts';
import { foldWord, tokenizeWithPlaces } from '../text/tokenize.ts';
import { bytesOf, decodeUtf8 } from './decode.ts';
import {
  HAS_ESCAPES,
  HAS_LEET,
  HAS_ODD_LETTERS,
  HAS_REVERSED,
  HAS_ROT13,
  HAS_SPREAD,
  MIN_SPREAD,
} from './first-look.ts';
import { INVISIBLE } from './hidden-text.ts';
import { rot13 } from './rot13.ts';

/** Possible originals of a message, found by undoing one disguise after another. */
export function* undoDisguises(message: string, look: number): Generator<string> {
  let text = message;
  if ((look & HAS_ESCAPES) !== 0) text = decodeEscapes(text);
  if ((look & HAS_ODD_LETTERS) !== 0) text = plainLetters(text);
  if (text !== message) yield text;
  if ((look & HAS_SPREAD) !== 0) yield joinSpread(text);
  if ((look & HAS_LEET) !== 0) yield readLeet(text);
  if ((look & HAS_ROT13) !== 0) yield rot13(text);
  if ((look & HAS_REVERSED) !== 0) yield [...text].reverse().join('');
}

function decodeEscapes(text: string): string {
  const fromCode = (code: number, written: string): string =>
    code >= 0x20 && code < 0x10000 ? String.fromCharCode(code) : written;
  return text
    .replace(/&#(?:x([0-9a-f]{1,5})|(\d{1,6}));?/gi, (written, hex?: string, decimal?: string) =>
      fromCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16), written),
    )
    .replace(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4}))/gi, (written, byte?: string, unit?: string) =>
      fromCode(Number.parseInt(byte ?? unit ?? '', 16), written),
    )
    .replace(/(?:%[0-9a-f]{2})+/gi, (written) => decodeUtf8(bytesOf(written.replaceAll('%', ''))) ?? written);
}

/** Cyrillic, Greek and small capital letters, each paired with the Latin letter it resembles. */
const LOOK_ALIKES = new Map(
  Array.from(
    'аaвbсcеeнhіiјjкkмmоoрpԛqѕsтtуyхxԁdһhԝwӏlгrпnзeαaβbεeηnιiκkνvοoρpτtυuχxγyωwϲcϳjᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzɡgɑaıi'.matchAll(
      /(.)(.)/gu,
    ),
    ([, alike = '', latin = '']): [string, string] => [alike, latin],
  ),
);
const ODD_FORMS = /[\u3000\uff01-\uff5e\u24b6-\u24e9\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f149}]/gu;

/** Full-width characters are in the same order as ASCII. */
function plainForm(form: string): string {
  const code = form.charCodeAt(0);
  return code > 0xff00 && code < 0xff5f ? String.fromCharCode(code - 0xfee0) : form.normalize('NFKC');
}

function plainLetters(text: string): string {
  const visible = text.replace(INVISIBLE, '').replace(ODD_FORMS, plainForm);
  return visible.replace(/\p{L}+/gu, (word) => {
    let plain = '';
    for (const letter of word) {
      const lower = letter.toLowerCase();
      const latin = LOOK_ALIKES.get(lower);
      plain += latin === undefined ? letter : lower === letter ? latin : latin.toUpperCase();
    }
    // A word that doesn't become entirely Latin is not a disguise but genuinely Greek or Cyrillic.
    return /[\u0370-\u052f]/.test(plain) ? word : plain;
  });
}

/** "i g n o r e   a l l": one separator between the letters of a word, another between words. */
function joinSpread(text: string): string {
  const { words, starts, ends } = tokenizeWithPlaces(text);
  let joined = '';
  let done = 0;
  for (let first = 0; first < words.length; first++) {
    let last = first;
    while (last < words.length && isSingle(words[last] as string)) last++;
    if (last - first < MIN_SPREAD) {
      first = Math.max(first, last - 1);
      continue;
    }
    const gaps: string[] = [];
    for (let i = first; i < last - 1; i++) gaps.push(text.slice(ends[i], starts[i + 1]));
    const inner = mostCommon(gaps);
    const hasGaps = gaps.some((gap) => gap !== inner);
    let run = text.slice(starts[first], ends[first]);
    gaps.forEach((gap, i) => {
      run += (gap === inner ? '' : ' ') + text.slice(starts[first + i + 1], ends[first + i + 1]);
    });
    joined += `${text.slice(done, starts[first])}${hasGaps ? run : splitWords(run)}`;
    done = ends[last - 1] as number;
    first = last - 1;
  }
  return joined + text.slice(done);
}

const isSingle = (word: string): boolean => word.length === 1 && word.charCodeAt(0) < 0x3000;

function mostCommon(items: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  let most = items[0] ?? '';
  for (const [item, count] of counts) if (count > (counts.get(most) ?? 0)) most = item;
  return most;
}

const MAX_CUE_WORD_LENGTH = 16;
const MAX_RUN_LENGTH = 400;

/** Splits "ignoreallrules" at known words, longest first. */
function splitWords(run: string): string {
  const folded = foldWord(run);
  if (folded.length !== run.length || run.length > MAX_RUN_LENGTH) return run;
  let split = '';
  for (let at = 0; at < folded.length; ) {
    let length = Math.min(MAX_CUE_WORD_LENGTH, folded.length - at);
    while (length >= 3 && !CUE_WORDS.has(folded.slice(at, at + length))) length--;
    const step = length >= 3 ? length : 1;
    split += length >= 3 ? ` ${run.slice(at, at + step)} ` : (run[at] as string);
    at += step;
  }
  return split.trim();
}

const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
};

function readLeet(text: string): string {
  return text.replace(/[\p{L}\d@$]+/gu, (word) => {
    if (/^1[o0]{2}$/i.test(word)) return '100';
    if (!/\p{L}/u.test(word)) return word;
    const isCapital = word === word.toUpperCase();
    return word.replace(/[013457@$]/g, (sign) => {
      const letter = LEET[sign] as string;
      return isCapital ? letter.toUpperCase() : letter;
    });
  });
}
