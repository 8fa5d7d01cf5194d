// Replaces words that reveal who someone is with neutral ones, so that a message scores the same no matter who writes it.

import { LEFT_OUT, SPELLING_RULES, SPELLINGS, STAND_INS } from '../lexicon/origins.ts';
import { HIDDEN, Word } from './word.ts';

/** What replaces a word, and the multi-word names that begin with it. */
interface Origin {
  /** Null if the word is only replaced as part of a name. */
  standIn: string | null;
  readonly longNames: LongName[];
}

interface LongName {
  readonly parts: readonly string[];
  readonly standIn: string;
}

const origins = new Map<string, Origin>();

function originOf(word: string): Origin {
  const origin = origins.get(word) ?? { standIn: null, longNames: [] };
  origins.set(word, origin);
  return origin;
}

for (const [word, standIn] of Object.entries(SPELLINGS)) originOf(word).standIn = standIn;
for (const [standIn, list] of [['', LEFT_OUT] as const, ...STAND_INS]) {
  for (const word of list.split(/\s+/)) {
    const parts = word.split('_');
    if (parts.length === 1) originOf(word).standIn = standIn;
    else originOf(parts[0] as string).longNames.push({ parts, standIn });
  }
}
/** A cheap check first, because the spelling rules do not apply to most words. */
const MAY_HAVE_TWO_SPELLINGS = /our|is[ei]|isat|ys[ei]|ll[eio]|ogue/;

/** Expects folded words (see tokenize.ts) and returns the same number; removed words become ''. */
export const hideOrigins = (words: readonly string[]): string[] =>
  hideOriginsOf(words.map((text) => new Word(text))).map(({ text }) => text);

/** Returns the same number of words; removed ones become HIDDEN. */
export function hideOriginsOf(words: readonly Word[]): readonly Word[] {
  let hidden: Word[] | null = null;
  let mayHaveLongNames = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word;
    const standIn = word.standIn ?? findStandIn(word);
    if (word.beginsLongName) mayHaveLongNames = true;
    if (standIn === word) continue;
    hidden ??= words.slice();
    hidden[at] = standIn;
  }
  return mayHaveLongNames ? hideLongNames(words, hidden ?? words.slice()) : (hidden ?? words);
}

function hideLongNames(words: readonly Word[], hidden: Word[]): Word[] {
  for (let at = 0; at < words.length; at++) {
    if (!(words[at] as Word).beginsLongName) continue;
    const name = origins
      .get((words[at] as Word).text)
      ?.longNames.find(({ parts }) => parts.every((part, index) => words[at + index]?.text === part));
    if (name === undefined) continue;
    hidden[at] = wordFor(name.standIn);
    for (let index = 1; index < name.parts.length; index++) hidden[at + index] = HIDDEN;
  }
  return hidden;
}

/** Also notes the result on the word. */
function findStandIn(word: Word): Word {
  const origin = origins.get(word.text);
  const text = origin?.standIn ?? unifySpelling(word.text);
  word.beginsLongName = origin !== undefined && origin.longNames.length > 0;
  word.standIn = text === word.text ? word : wordFor(text);
  return word.standIn;
}

const wordFor = (text: string): Word => (text === '' ? HIDDEN : new Word(text));

function unifySpelling(word: string): string {
  if (!MAY_HAVE_TWO_SPELLINGS.test(word)) return word;
  for (const [spelling, ending] of SPELLING_RULES) {
    if (spelling.test(word)) return word.replace(spelling, ending);
  }
  return word;
}
