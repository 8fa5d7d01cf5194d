// Replaces words that reveal who someone is with neutral ones, so that a message scores the same no matter who writes it.

import { LEFT_OUT, SPELLING_RULES, SPELLINGS, STAND_INS } from '../lexicon/origins.ts';

const standIns = new Map<string, string>(Object.entries(SPELLINGS));
/** Multi-word names, keyed by their first word: "new" → "new_york", "new_delhi" … */
const longNames = new Map<string, string[]>();
for (const [standIn, list] of [['', LEFT_OUT] as const, ...STAND_INS]) {
  for (const word of list.split(/\s+/)) {
    standIns.set(word, standIn);
    const first = word.split('_', 1)[0] as string;
    if (first !== word) longNames.set(first, [...(longNames.get(first) ?? []), word]);
  }
}
/** A cheap check first, because the spelling rules do not apply to most words. */
const MAY_HAVE_TWO_SPELLINGS = /our|is[ei]|isat|ys[ei]|ll[eio]|ogue/;

/** Expects folded words (see tokenize.ts) and returns the same number; removed words become ''. */
export function hideOrigins(words: readonly string[]): string[] {
  const hidden = words.map(standInFor);
  words.forEach((word, at) => {
    for (const name of longNames.get(word) ?? []) {
      const parts = name.split('_');
      if (!parts.every((part, index) => words[at + index] === part)) continue;
      hidden[at] = standIns.get(name) as string;
      for (let index = 1; index < parts.length; index++) hidden[at + index] = '';
      break;
    }
  });
  return hidden;
}

function standInFor(word: string): string {
  const standIn = standIns.get(word);
  if (standIn !== undefined) return standIn;
  if (!MAY_HAVE_TWO_SPELLINGS.test(word)) return word;
  for (const [spelling, ending] of SPELLING_RULES) {
    if (spelling.test(word)) return word.replace(spelling, ending);
  }
  return word;
}
