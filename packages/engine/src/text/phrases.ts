// Finds known phrases in a tokenised text with a trie of words. Thousands of phrases in a dozen languages cost one
// lookup per word; as regular expressions they would cost more than all other work on a lead.
//
// A phrase is a sequence of words separated by spaces. `order*` matches any word that begins with "order" (a stem needs
// at least three letters); `_` matches any single word.

import { labelStem, labelWord } from './labels.ts';
import { foldWord } from './tokenize.ts';
import { Transitions } from './transitions.ts';
import { forgetWords } from './vocabulary.ts';
import type { Word } from './word.ts';

export interface Match<Meaning> {
  readonly meaning: Meaning;
  /** Indexes of the first and last word of the phrase. */
  readonly first: number;
  readonly last: number;
}

/** A trie whose nodes are numbers; the root is 0. */
export interface PhraseBook<Meaning> {
  readonly transitions: Transitions;
  /** By node: what the phrase that ends there means. */
  readonly meanings: readonly (readonly Meaning[])[];
  /** By node: whether longer phrases begin with it. */
  readonly continues: readonly boolean[];
  /** Stands for this book in a word's notes. */
  readonly bit: number;
}

let books = 0;
const MAX_BOOKS = 31;

const ROOT = 0;
/** The label of `_`; words and stems have other numbers. */
const ANY_WORD = 0;

/** Lexicons separate phrases with bars. */
export const splitPhrases = (list: string): string[] =>
  list
    .split('|')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');

export function compilePhrases<Meaning>(
  entries: Iterable<readonly [meaning: Meaning, phrases: readonly string[]]>,
): PhraseBook<Meaning> {
  const transitions = new Transitions();
  const none: readonly Meaning[] = [];
  const meanings = [none];
  const continues = [false];
  for (const [meaning, phrases] of entries) {
    const only: readonly Meaning[] = [meaning];
    for (const phrase of phrases) {
      let node = ROOT;
      for (const word of phraseWords(phrase)) {
        const label = labelOf(word);
        let next = transitions.find(node, label);
        if (next === 0) {
          next = meanings.push(none) - 1;
          continues.push(false);
          continues[node] = true;
          transitions.add(node, label, next);
        }
        node = next;
      }
      const known = meanings[node] as readonly Meaning[];
      if (known.length === 0) meanings[node] = only;
      else if (!known.includes(meaning)) meanings[node] = [...known, meaning];
    }
  }
  forgetWords();
  if (books === MAX_BOOKS) throw new Error('a word has a bit for each phrase book, and no bit is left');
  return { transitions, meanings, continues, bit: 1 << books++ };
}

/** Chinese and kana are split into single characters, as in `tokenize`. */
function phraseWords(phrase: string): string[] {
  return phrase
    .split(' ')
    .flatMap((word) => (/[\u3040-\u30ff\u3400-\u9fff]/.test(word) ? [...word] : [word]));
}

function labelOf(word: string): number {
  if (word === '_') return ANY_WORD;
  return word.endsWith('*') ? labelStem(foldWord(word.slice(0, -1))) : labelWord(foldWord(word));
}

/** All phrases from the book that occur in the text, in order of their first word. */
export function findPhrases<Meaning>(book: PhraseBook<Meaning>, words: readonly Word[]): Match<Meaning>[] {
  const matches: Match<Meaning>[] = [];
  for (let first = 0; first < words.length; first++)
    if (mayBegin(book, words[first] as Word)) follow(book, ROOT, words, first, first, matches);
  return matches;
}

/** Noted on the word. */
function mayBegin({ transitions, bit }: PhraseBook<unknown>, word: Word): boolean {
  if ((word.askedBooks & bit) === 0) {
    word.askedBooks |= bit;
    const begins =
      transitions.find(ROOT, ANY_WORD) !== 0 ||
      word.labels.some((label) => transitions.find(ROOT, label) !== 0);
    if (begins) word.beginsIn |= bit;
  }
  return (word.beginsIn & bit) !== 0;
}

/** Continues from a node with the word at this position. */
function follow<Meaning>(
  book: PhraseBook<Meaning>,
  node: number,
  words: readonly Word[],
  first: number,
  at: number,
  matches: Match<Meaning>[],
): void {
  const { transitions } = book;
  const { labels } = words[at] as Word;
  for (let i = 0; i < labels.length; i++) {
    const next = transitions.find(node, labels[i] as number);
    if (next !== 0) arrive(book, next, words, first, at, matches);
  }
  const next = transitions.find(node, ANY_WORD);
  if (next !== 0) arrive(book, next, words, first, at, matches);
}

function arrive<Meaning>(
  book: PhraseBook<Meaning>,
  node: number,
  words: readonly Word[],
  first: number,
  at: number,
  matches: Match<Meaning>[],
): void {
  const meanings = book.meanings[node] as readonly Meaning[];
  for (let i = 0; i < meanings.length; i++)
    matches.push({ meaning: meanings[i] as Meaning, first, last: at });
  if (at + 1 < words.length && book.continues[node] === true)
    follow(book, node, words, first, at + 1, matches);
}

/** The longest phrase that starts at the given word; `_` is not supported here. */
export function longestPhrase<Meaning>(
  book: PhraseBook<Meaning>,
  words: readonly Pick<Word, 'labels'>[],
  first: number,
): { readonly meanings: readonly Meaning[]; readonly last: number } | null {
  const longest = { node: ROOT, last: -1 };
  lengthen(book, ROOT, words, first, longest);
  if (longest.node === ROOT) return null;
  return { meanings: book.meanings[longest.node] as readonly Meaning[], last: longest.last };
}

function lengthen<Meaning>(
  book: PhraseBook<Meaning>,
  node: number,
  words: readonly Pick<Word, 'labels'>[],
  at: number,
  longest: { node: number; last: number },
): void {
  if (at >= words.length) return;
  for (const label of (words[at] as Word).labels) {
    const next = book.transitions.find(node, label);
    if (next === 0) continue;
    if (at > longest.last && (book.meanings[next] as readonly Meaning[]).length > 0) {
      longest.node = next;
      longest.last = at;
    }
    if (book.continues[next] === true) lengthen(book, next, words, at + 1, longest);
  }
}
