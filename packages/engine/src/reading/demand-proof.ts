// Answers for which a guess is not enough: that nobody wrote a lead in earnest, because a word that names an ask, a thing or a
// need is never nonsense, and that the money is settled, because an amount alone only says that they lean towards buying.

import { MESSAGE_BOOK, type MessageMeaning } from '../lexicon/message.ts';
import { isAmountAlone } from '../money/is-only-amount.ts';
import { isGibberish } from '../text/gibberish.ts';
import { findPhrases } from '../text/phrases.ts';
import { foldWord, type Tokens } from '../text/tokenize.ts';
import type { Answers } from './answers.ts';
import type { ReadClause } from './collect-features.ts';
import { answerKnownMessage } from './short-message.ts';

/** Above this, the reader needs no proof, unless a short text asks for something: “Need 500 covid tests”. */
const MIN_PROBABILITY = 0.6;
const MAX_SHORT_WORDS = 10;
const ASKING: ReadonlySet<MessageMeaning> = new Set<MessageMeaning>([
  'need',
  'ready',
  'ask-quote',
  'ask-meeting',
  'call-me',
]);

export const demandProof = (
  answers: Answers,
  clauses: readonly ReadClause[],
  hasPlaceholderEmail: boolean,
): Answers => {
  const proven = proveDecided(proveFake(answers, clauses, hasPlaceholderEmail), clauses);
  return hasPlaceholderEmail ? proven : answerKnownMessage(proven, clauses);
};

function proveDecided(answers: Answers, clauses: readonly ReadClause[]): Answers {
  const { decided } = answers;
  const shown =
    decided.clause < 0 ? clauses.filter(({ question }) => question === null) : [clauses[decided.clause]];
  return decided.value === 2 && shown.some((clause) => isAmountAlone(clause?.text ?? ''))
    ? { ...answers, decided: { ...decided, value: 1 } }
    : answers;
}

/** Without proof, a lead that seems fake only names something, or asks for nothing in particular. */
function proveFake(answers: Answers, clauses: readonly ReadClause[], hasPlaceholderEmail: boolean): Answers {
  const { ask, doubt } = answers;
  const guess = ask.value === 'fake' ? ask : doubt?.value === 'fake' ? doubt : null;
  if (guess === null || hasPlaceholderEmail) return answers;
  const isAsking = asksShortly(clauses);
  if (guess.probability > MIN_PROBABILITY && !isAsking) return answers;
  const nonsense = clauses.filter(isNonsense);
  if (nonsense.length * 2 >= clauses.length || nonsense.includes(clauses[guess.clause] as ReadClause))
    return answers;
  if (guess !== ask) return { ...answers, doubt: null };
  const { what } = answers;
  const probability = 1 - ask.probability;
  return isAsking && what.value > 0
    ? { ...answers, ask: { value: 'interest', probability, clause: what.clause } }
    : { ...answers, ask: { value: 'none', probability, clause: -1 } };
}

function asksShortly(clauses: readonly ReadClause[]): boolean {
  const words = clauses.reduce((sum, { tokens }) => sum + tokens.known.length, 0);
  return (
    words <= MAX_SHORT_WORDS && clauses.some(({ text, tokens }) => ASKED.test(text) || says(tokens, ASKING))
  );
}

/** “need chairs”, “123 chairs” */
const ASKED = /^need\b|(?<!\p{L}.*)\d[\d.,]* ?\p{L}{4,}/iu;
const says = ({ known }: Tokens, meanings: ReadonlySet<MessageMeaning>): boolean =>
  findPhrases(MESSAGE_BOOK, known).some(({ meaning }) => meanings.has(meaning));

const isNonsense = ({ text, tokens }: ReadClause): boolean =>
  isGibberish(tokens.known) ||
  TEST.test(foldWord(text)) ||
  TEST_ENTRY.test(foldWord(text)) ||
  REPEATED.test(text) ||
  says(tokens, ABUSE);

const ABUSE: ReadonlySet<MessageMeaning> = new Set<MessageMeaning>(['abuse']);

const TEST_ENTRIES =
  'testeintrag|testanfrage|testnachricht|test lead|test entry|test message|test submission|please ignore|ignore this|bitte ignorieren';
const TEST_ENTRY = new RegExp(`(?<!\\p{L})(?:${TEST_ENTRIES})(?!\\p{L})`, 'u');

/** By language: English to Dutch, Indonesian, Polish, Turkish, Swedish, Russian, Arabic, Japanese, Chinese, Hindi. */
const TEST_WORDS =
  'test tests testing tested tester teste testes testen testando prueba pruebas probando essai essais prova prove provando ' +
  'proef proefje uji coba tes proba testuje deneme prov provar тест тестирую проверка اختبار تجربه テスト 测试 測試 jaanch';

/** “test”, “Test 123”, “测试测试” */
const TEST = new RegExp(
  `^(?:\\P{L}*(?:${foldWord(TEST_WORDS).split(' ').join('|')})(?:\\P{L}+|$|(?=\\p{Script=Han})))+$`,
  'u',
);

/** “aaa” */
const REPEATED = /^(\D)\1+$/u;
