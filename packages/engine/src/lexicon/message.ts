// What phrases in a message mean to a sales rep. One line per language: English, Spanish, Portuguese, German, French,
// Italian, Dutch, Indonesian, romanised Hindi, Polish, Turkish. A phrase belongs here only if it rarely means anything
// else in any of these languages. `word*` is a stem, `_` is any word.

import { compilePhrases, findPhrases, splitPhrases } from '../text/phrases.ts';
import type { Tokens } from '../text/tokenize.ts';
import { BUYING } from './message/buying.ts';
import { DOUBTING } from './message/doubting.ts';
import { SOMETHING_ELSE } from './message/something-else.ts';

export type MessageMeaning = keyof typeof BUYING | keyof typeof DOUBTING | keyof typeof SOMETHING_ELSE;

/** Words that negate what follows: "not ready", "nicht eilig", "sem pressa". */
export const NEGATIONS: ReadonlySet<string> = new Set(
  (
    'not no dont doesnt didnt isnt arent wasnt never without cant cannot wont neither nor non ' +
    'nunca sin ni não nao sem nem nunca nicht kein keine keinen keinem nie ohne pas sans aucun jamais ' +
    'senza nessun mai niet geen nooit zonder tidak bukan belum jangan tanpa gak nggak nahi nahin mat na ' +
    'nie bez ani değil yok'
  ).split(' '),
);

export const MESSAGE_BOOK = compilePhrases(
  Object.entries({ ...BUYING, ...DOUBTING, ...SOMETHING_ELSE }).map(
    ([meaning, lines]): [MessageMeaning, string[]] => [
      meaning as MessageMeaning,
      lines.flatMap(splitPhrases),
    ],
  ),
);

const BUDGET_BOOK = compilePhrases([['budget' as const, BUYING.budget.flatMap(splitPhrases)]]);

/** Whether a text mentions a budget or money to spend. */
export const mentionsBudget = (tokens: Tokens): boolean => findPhrases(BUDGET_BOOK, tokens.known).length > 0;
