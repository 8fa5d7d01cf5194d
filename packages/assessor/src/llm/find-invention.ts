// Finds claims in an LLM's phrasing that the computed explanation doesn't make. It doesn't understand meaning; it only
// compares figures, names, quotations and a few judgemental words. When in doubt, it reports an invention, because the
// computed explanation can always be shown instead.

import type { Explanation, LedgerEntry } from '@leadline/engine';
import { type Figure, findFigures } from './find-figures.ts';

type Field = keyof Explanation;

const FIELDS: readonly Field[] = [
  'headline',
  'summary',
  'strengths',
  'concerns',
  'next_steps',
  'what_would_change',
];
const MAX_SHOWN_LENGTH = 40;

/** Describes the first invention for the log, or returns null if there is none. */
export function findInvention(
  phrased: Explanation,
  explanation: Explanation,
  ledger: readonly LedgerEntry[],
): string | null {
  const original = textsOf(explanation).join('\n');
  const text = textsOf(phrased).join('\n');
  return (
    findGrowth(phrased, explanation) ??
    findCharacter(textsOf(phrased).join(''), original) ??
    findLink(text, original) ??
    findQuotation(text, original) ??
    findFigure(text, [original, ...ledger.map((entry) => entry.text)].join('\n')) ??
    // The headline is often shown on its own, where a figure from another field would look like the score.
    findFigure(phrased.headline, explanation.headline) ??
    findJudgement(phrased, explanation) ??
    findName(textsOf(phrased), original)
  );
}

const linesOf = (explanation: Explanation, field: Field): readonly string[] => {
  const lines = explanation[field];
  return typeof lines === 'string' ? [lines] : lines;
};

const textsOf = (explanation: Explanation): string[] =>
  FIELDS.flatMap((field) => linesOf(explanation, field));

const show = (kind: string, text: string): string => `${kind}: ${text.slice(0, MAX_SHOWN_LENGTH)}`;

function findGrowth(phrased: Explanation, explanation: Explanation): string | null {
  const grown = FIELDS.find((field) => linesOf(phrased, field).length > linesOf(explanation, field).length);
  if (grown !== undefined) return `more items than before: ${grown}`;
  const isTooLong = textsOf(phrased).join('').length > 2 * textsOf(explanation).join('').length;
  return isTooLong ? 'more than twice as long' : null;
}

/** Plain English letters, digits and punctuation: no markup, other scripts or invisible characters. */
const PLAIN = /[A-Za-z0-9 .,;:!?'"()/%$€£₹+&“”‘’–—−…-]/;

function findCharacter(text: string, original: string): string | null {
  const unexpected = Array.from(text).find(
    (character) => !PLAIN.test(character) && !original.includes(character),
  );
  return unexpected === undefined ? null : `character: U+${unexpected.codePointAt(0)?.toString(16)}`;
}

/** Email addresses, URLs with or without a scheme, and bare domains. */
const LINK = /\S*(?:@|:\/\/|\b[a-z]+:(?=\w)|\w\.[a-z]{2})\S*/g;

function findLink(text: string, original: string): string | null {
  const known = new Set(linksIn(original));
  const invented = linksIn(text).find((link) => !known.has(link));
  return invented === undefined ? null : show('link', invented);
}

const linksIn = (text: string): string[] =>
  (text.toLowerCase().match(LINK) ?? []).map((link) => link.replace(/^[("“‘']+|[)"”’'.,;:!?]+$/g, ''));

const QUOTATION = /[“"]([^“”"]*)[”"]|‘([^‘’]*)’|(?<!\p{L})'([^']*)'(?!\p{L})/gu;

function findQuotation(text: string, original: string): string | null {
  for (const [, double, curly, single] of text.matchAll(QUOTATION)) {
    const quote = (double ?? curly ?? single ?? '').trim().replace(/[.,;:!?]$/, '');
    if (!original.includes(quote)) return show('quotation', quote);
  }
  return null;
}

function findFigure(text: string, source: string): string | null {
  const known = findFigures(source);
  const invented = findFigures(text).find((figure) => !known.some((other) => isCoveredBy(figure, other)));
  return invented === undefined ? null : show('figure', invented.text);
}

const isCoveredBy = (figure: Figure, known: Figure): boolean =>
  figure.value === known.value &&
  (figure.sign === '' || figure.sign === known.sign) &&
  (figure.unit === '' || figure.unit === known.unit);

/** Words that make a claim in any context: grades, amounts without a figure, and gender. */
const JUDGEMENTS =
  /\b(?:hot|warm|cool|cold|spam|half|double|triple|twice|dozens?|hundreds?|thousands?|millions?|billions?|he|she|him|his|hers?)\b/g;

/** Checked field by field, because “Hot” may be right in what_would_change but wrong in the headline. */
function findJudgement(phrased: Explanation, explanation: Explanation): string | null {
  for (const field of FIELDS) {
    const known = new Set(judgementsIn(linesOf(explanation, field)));
    const invented = judgementsIn(linesOf(phrased, field)).find((word) => !known.has(word));
    if (invented !== undefined) return show(`word in ${field}`, invented);
  }
  return null;
}

const judgementsIn = (lines: readonly string[]): string[] =>
  lines.join('\n').toLowerCase().match(JUDGEMENTS) ?? [];

const WORD = /\p{L}+/gu;

/** Words that aren't names even if they are capitalised or come before a verb at the start of a sentence. */
const ORDINARY: ReadonlySet<string> = new Set(
  `ai ok email they this that these those there here let it you we what who which nothing everything both all each most some
  more answer answers budget company contact details inquiry interest lead message need phone points request risk
  risks score source timeline`.split(/\s+/),
);

const SENTENCE_START = /(?:^|[.!?:;]["”’)]*\s+)["“‘(]*$/;

/** Words that often follow a name at the start of a sentence but rarely follow anything else. */
const AFTER_A_NAME =
  /^(?:['’]s\b|(?:,| and| from| at)?\s+\p{Lu}|\s+(?:is|are|was|were|has|have|had|wants?|wanted|needs?|needed|asks?|asked|says?|said|writes?|wrote|will|would|can|could|should|seems?|looks|likes|plans|runs|works|called)\b)/u;

function findName(texts: readonly string[], original: string): string | null {
  const words = original.match(WORD) ?? [];
  const known = new Set(words.map((word) => word.toLowerCase()));
  // Contact grades are single letters, and grade “A” must not match the article “a”.
  const letters = new Set(words.filter((word) => word.length === 1));
  const isKnown = (word: string): boolean =>
    word.length === 1 ? letters.has(word) : known.has(word.toLowerCase()) || ORDINARY.has(word.toLowerCase());
  for (const text of texts) {
    for (const { 0: word, index } of text.matchAll(WORD)) {
      if (!/\p{Lu}/u.test(word) || isKnown(word)) continue;
      const opens = SENTENCE_START.test(text.slice(0, index)) && !/\p{Lu}/u.test(word.slice(1));
      if (!opens || AFTER_A_NAME.test(text.slice(index + word.length))) return show('name', word);
    }
  }
  return null;
}
