// Replaces words that must not count by stand-ins, the same for all of their sort, so that a message weighs the same
// whoever writes it.

import { LEFT_OUT, SPELLING_RULES, SPELLINGS, STAND_INS } from '../lexicon/origins.ts';

const standIns = new Map<string, string>(Object.entries(SPELLINGS));
/** Names of several words by their first: "new" → "new_york", "new_delhi" … */
const rows = new Map<string, string[]>();
for (const [standIn, list] of [['', LEFT_OUT] as const, ...STAND_INS]) {
  for (const word of list.split(/\s+/)) {
    standIns.set(word, standIn);
    const first = word.split('_', 1)[0] as string;
    if (first !== word) rows.set(first, [...(rows.get(first) ?? []), word]);
  }
}
/** Most words no rule of spelling would touch; this look is cheaper than the rules. */
const MAY_BE_SPELT_TWICE = /our|is[ei]|isat|ys[ei]|ll[eio]|ogue/;

/** As many words as were given, folded like those of tokenize.ts; empty where one is left out. */
export function hideOrigins(words: readonly string[]): string[] {
  const hidden = words.map(standInFor);
  words.forEach((word, at) => {
    for (const row of rows.get(word) ?? []) {
      const parts = row.split('_');
      if (!parts.every((part, index) => words[at + index] === part)) continue;
      hidden[at] = standIns.get(row) as string;
      for (let index = 1; index < parts.length; index++) hidden[at + index] = '';
      break;
    }
  });
  return hidden;
}

function standInFor(word: string): string {
  const standIn = standIns.get(word);
  if (standIn !== undefined) return standIn;
  if (!MAY_BE_SPELT_TWICE.test(word)) return word;
  for (const [spelling, ending] of SPELLING_RULES) {
    if (spelling.test(word)) return word.replace(spelling, ending);
  }
  return word;
}
