// Turns a text into the token IDs that the network reads. Plain European text, which is nearly all, is split here in a
// tenth of the time that the tokenizer library takes; everything else goes to the library.

import { Tokenizer } from '@huggingface/tokenizers';
import { readEmbeddingFile } from './embedding-files.ts';

/** Longer texts are truncated: by then the point is clear, and longer texts take longer to read. */
const MAX_TOKENS = 128;

/** The parts of tokenizer.json that are used here. */
export interface TokenizerFile {
  readonly model: {
    readonly vocab: Readonly<Record<string, number>>;
    readonly unk_token: string;
    readonly max_input_chars_per_word: number;
  };
}

/** The parts of tokenizer_config.json that are used here: the tokens around every text. */
export interface TokenizerConfig {
  readonly cls_token: string;
  readonly sep_token: string;
}

export type Encode = (text: string) => BigInt64Array;

/** Latin letters, digits and usual punctuation. Without "[", which may start a special token such as "[SEP]". */
const PLAIN = /^[\x20-\x5a\x5c-\x7e\xa1-\xac\xae-\u024f\u2013\u2014\u2018-\u201d\u2026\u20ac\u20b9]*$/;
const MARKS = /\p{Mn}+/gu;
/** A word, or one punctuation mark. */
const WORDS = /[^\s\p{P}!-/:-@[-`{-~]+|[\p{P}!-/:-@[-`{-~]/gu;
/** Marks tokens that continue a word. */
const CONTINUED = '##';

/** Whether a text can be encoded without the library. */
export const isPlain = (text: string): boolean => PLAIN.test(text);

export const loadEncode = (): Encode =>
  makeEncode(
    JSON.parse(readEmbeddingFile('tokenizer.json').toString()),
    JSON.parse(readEmbeddingFile('tokenizer_config.json').toString()),
  );

export function makeEncode(file: TokenizerFile, config: TokenizerConfig): Encode {
  // Loaded on demand, because it takes 10 MB.
  let library: Tokenizer | undefined;
  const { vocab } = file.model;
  const [first, last] = [vocab[config.cls_token], vocab[config.sep_token]] as [number, number];
  const appendPlain = makeAppendPlain(file);
  return (text) => {
    if (!isPlain(text)) {
      library ??= new Tokenizer(file, config);
      return truncate(library.encode(text).ids);
    }
    const ids = [first];
    appendPlain(ids, text);
    ids.push(last);
    return truncate(ids);
  };
}

/** Keeps the last token, which ends the text. */
function truncate(ids: readonly number[]): BigInt64Array {
  const kept = new BigInt64Array(Math.min(ids.length, MAX_TOKENS));
  for (let at = 0; at < kept.length; at++) kept[at] = BigInt(ids[at] as number);
  if (ids.length > MAX_TOKENS) kept[MAX_TOKENS - 1] = BigInt(ids.at(-1) as number);
  return kept;
}

/** BERT's tokenizer: lower case without accents, then for each word the longest known piece, again and again. */
function makeAppendPlain({ model }: TokenizerFile): (ids: number[], text: string) => void {
  const starts = new Map<string, number>();
  const continuations = new Map<string, number>();
  let maxLength = 0;
  for (const [token, id] of Object.entries(model.vocab)) {
    starts.set(token, id);
    if (token.startsWith(CONTINUED)) continuations.set(token.slice(CONTINUED.length), id);
    maxLength = Math.max(maxLength, token.length);
  }
  const unknown = starts.get(model.unk_token) as number;

  function appendWord(ids: number[], word: string): void {
    const whole = starts.get(word);
    if (whole !== undefined) {
      ids.push(whole);
      return;
    }
    const before = ids.length;
    let from = 0;
    while (from < word.length && word.length <= model.max_input_chars_per_word) {
      const pieces = from === 0 ? starts : continuations;
      let to = Math.min(word.length, from + maxLength);
      let id = pieces.get(word.slice(from, to));
      while (id === undefined && to > from + 1) id = pieces.get(word.slice(from, --to));
      if (id === undefined) break;
      ids.push(id);
      from = to;
    }
    if (from === word.length) return;
    ids.length = before;
    ids.push(unknown);
  }

  return (ids, text) => {
    for (const word of text.toLowerCase().normalize('NFD').replace(MARKS, '').match(WORDS) ?? []) {
      appendWord(ids, word);
      if (ids.length > MAX_TOKENS) return;
    }
  };
}
