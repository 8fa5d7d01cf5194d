// Finds known phrases in a tokenised text with a trie of words. Thousands of phrases in a dozen languages cost one map
// lookup per word; as regular expressions they would cost more than all other work on a lead.
//
// A phrase is a sequence of words separated by spaces. `order*` matches any word that begins with "order" (a stem needs
// at least three letters); `_` matches any single word.

import type { Tokens } from './tokenize.ts';
import { foldWord } from './tokenize.ts';

export interface Match<Meaning> {
  readonly meaning: Meaning;
  /** Indexes of the first and last word of the phrase. */
  readonly first: number;
  readonly last: number;
}

interface Node<Meaning> {
  exact: Map<string, Node<Meaning>>;
  /** By the key of the stem's first three letters. */
  stems: Map<number, Stem<Meaning>[]> | null;
  anyWord: Node<Meaning> | null;
  meanings: Meaning[];
}

interface Stem<Meaning> {
  readonly letters: string;
  readonly node: Node<Meaning>;
}

const MIN_STEM_LENGTH = 3;

/** A number, because the first letters of each word as a string would be a new string. Different letters may have the
 * same key. */
const stemKey = (word: string): number =>
  (word.charCodeAt(0) * 961 + word.charCodeAt(1) * 31 + word.charCodeAt(2)) & 0xffffff;

export type PhraseBook<Meaning> = Node<Meaning>;

/** Lexicons separate phrases with bars. */
export const splitPhrases = (list: string): string[] =>
  list
    .split('|')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');

const makeNode = <Meaning>(): Node<Meaning> => ({
  exact: new Map(),
  stems: null,
  anyWord: null,
  meanings: [],
});

export function compilePhrases<Meaning>(
  entries: Iterable<readonly [meaning: Meaning, phrases: readonly string[]]>,
): PhraseBook<Meaning> {
  const root = makeNode<Meaning>();
  for (const [meaning, phrases] of entries) {
    for (const phrase of phrases) {
      let node = root;
      for (const word of phraseWords(phrase)) node = childFor(node, word);
      if (!node.meanings.includes(meaning)) node.meanings.push(meaning);
    }
  }
  return root;
}

/** Chinese and kana are split into single characters, as in `tokenize`. */
function phraseWords(phrase: string): string[] {
  return phrase
    .split(' ')
    .flatMap((word) => (/[\u3040-\u30ff\u3400-\u9fff]/.test(word) ? [...word] : [word]));
}

function childFor<Meaning>(node: Node<Meaning>, word: string): Node<Meaning> {
  if (word === '_') {
    node.anyWord ??= makeNode();
    return node.anyWord;
  }
  if (word.endsWith('*')) {
    const stem = foldWord(word.slice(0, -1));
    if (stem.length < MIN_STEM_LENGTH) throw new Error(`the stem of "${word}" is too short`);
    node.stems ??= new Map();
    const key = stemKey(stem);
    const siblings = node.stems.get(key) ?? [];
    node.stems.set(key, siblings);
    const known = siblings.find(({ letters }) => letters === stem);
    if (known) return known.node;
    const child = makeNode<Meaning>();
    siblings.push({ letters: stem, node: child });
    return child;
  }
  const folded = foldWord(word);
  const known = node.exact.get(folded);
  if (known) return known;
  const child = makeNode<Meaning>();
  node.exact.set(folded, child);
  return child;
}

/** All phrases from the book that occur in the text, in order of their first word. */
export function findPhrases<Meaning>(book: PhraseBook<Meaning>, tokens: Tokens): Match<Meaning>[] {
  const matches: Match<Meaning>[] = [];
  const { words } = tokens;
  for (let first = 0; first < words.length; first++) {
    // Most words do not begin a phrase, so this lookup is usually the only work.
    const exact = book.exact.get(words[first] as string);
    if (exact !== undefined) arrive(exact, words, first, first, matches);
    if (book.stems !== null) descendStems(book.stems, words, first, first, matches);
    if (book.anyWord !== null) arrive(book.anyWord, words, first, first, matches);
  }
  return matches;
}

function arrive<Meaning>(
  node: Node<Meaning>,
  words: readonly string[],
  first: number,
  at: number,
  matches: Match<Meaning>[],
): void {
  const { meanings } = node;
  for (let i = 0; i < meanings.length; i++)
    matches.push({ meaning: meanings[i] as Meaning, first, last: at });
  const next = at + 1;
  if (next === words.length) return;
  const exact = node.exact.get(words[next] as string);
  if (exact !== undefined) arrive(exact, words, first, next, matches);
  if (node.stems !== null) descendStems(node.stems, words, first, next, matches);
  if (node.anyWord !== null) arrive(node.anyWord, words, first, next, matches);
}

function descendStems<Meaning>(
  stems: ReadonlyMap<number, readonly Stem<Meaning>[]>,
  words: readonly string[],
  first: number,
  at: number,
  matches: Match<Meaning>[],
): void {
  const word = words[at] as string;
  if (word.length < MIN_STEM_LENGTH) return;
  const siblings = stems.get(stemKey(word));
  if (siblings === undefined) return;
  for (let i = 0; i < siblings.length; i++) {
    const { letters, node } = siblings[i] as Stem<Meaning>;
    if (word.startsWith(letters)) arrive(node, words, first, at, matches);
  }
}

/** The longest phrase that starts at the given word; `_` is not supported here. */
export function longestPhrase<Meaning>(
  book: PhraseBook<Meaning>,
  words: readonly string[],
  first: number,
): { readonly meanings: readonly Meaning[]; readonly last: number } | null {
  let longest: { meanings: readonly Meaning[]; last: number } | null = null;
  const walk = (node: Node<Meaning>, at: number): void => {
    const word = words[at];
    if (word === undefined) return;
    const step = (child: Node<Meaning>): void => {
      if (child.meanings.length > 0 && (longest === null || at > longest.last)) {
        longest = { meanings: child.meanings, last: at };
      }
      walk(child, at + 1);
    };
    const exact = node.exact.get(word);
    if (exact) step(exact);
    if (node.stems !== null && word.length >= MIN_STEM_LENGTH) {
      for (const stem of node.stems.get(stemKey(word)) ?? [])
        if (word.startsWith(stem.letters)) step(stem.node);
    }
  };
  walk(book, first);
  return longest;
}
