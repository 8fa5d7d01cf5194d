// Knows some messages of a few words by heart: “ready to buy” and “Rohrbruch” leave no doubt, but there is too little in them for
// the detectors.

import { COURTESIES, SHORT_MESSAGES } from '../lexicon/short-messages.ts';
import { splitPhrases } from '../text/phrases.ts';
import { tokenize } from '../text/tokenize.ts';
import type { Answer, Answers, Value } from './answers.ts';
import type { ReadClause } from './collect-features.ts';
import { type Ask, isSale, SALE_ASKS } from './questions.ts';

/** The longest known message with courtesies. Each Chinese character and kana is a word. */
const MAX_WORDS = 14;

const textOf = (words: readonly string[]): string => words.join(' ');

const KNOWN: ReadonlyMap<string, Ask> = new Map(
  Object.entries(SHORT_MESSAGES).flatMap(([ask, lines]) =>
    lines.flatMap(splitPhrases).map((phrase): [string, Ask] => [textOf(tokenize(phrase).words), ask as Ask]),
  ),
);

function findKnownAsk(clauses: readonly ReadClause[]): Answer<Ask> | null {
  const clause = clauses.findIndex(({ question }) => question === null);
  if (clause < 0) return null;
  const words: string[] = [];
  for (const { question, tokens } of clauses) {
    if (question !== null) continue;
    words.push(...tokens.words.slice(0, MAX_WORDS + 1 - words.length));
    if (words.length > MAX_WORDS) return null;
  }
  const value = lookUp(words);
  return value === undefined ? null : { value, probability: 1, clause };
}

/** With fewer and fewer courtesies around it: “rendez-vous” ends like “s'il vous”. */
function lookUp(words: readonly string[]): Ask | undefined {
  for (let first = 0; first < words.length; first++) {
    for (let end = words.length; end > first; end--) {
      const known = KNOWN.get(textOf(words.slice(first, end)));
      if (known !== undefined) return known;
      if (!COURTESIES.has(words[end - 1] as string)) break;
    }
    if (!COURTESIES.has(words[first] as string)) break;
  }
  return;
}

/** What the message asks for replaces what the reader made of it, unless a form answer asks for more. */
export function answerKnownMessage(answers: Answers, clauses: readonly ReadClause[]): Answers {
  const known = findKnownAsk(clauses);
  if (known === null) return answers;
  const hasForm = clauses.some(({ question }) => question !== null);
  if (hasForm && isWeaker(known.value, answers.ask.value)) return answers;
  const ask = answers.ask.value === known.value ? { ...answers.ask, probability: 1 } : known;
  if (known.value !== 'emergency') return { ...answers, ask, doubt: null };
  return {
    ...answers,
    ask,
    doubt: null,
    when: strongest(answers.when, known.clause),
    happened: strongest(answers.happened, known.clause),
  };
}

const isWeaker = (known: Ask, read: Ask): boolean =>
  isSale(known) && isSale(read) && SALE_ASKS.indexOf(known) > SALE_ASKS.indexOf(read);

/** An emergency of a word or two is now, and something has failed. */
const strongest = (answer: Answer<Value>, clause: number): Answer<Value> =>
  answer.value === 2 ? answer : { value: 2, probability: 1, clause };
