// Reads a lead: what it asks for, and what it says to each question of a salesperson, with the clause that shows it.

import { writerFieldOf } from '../facts/find-company.ts';
import { isQuantity } from '../facts/is-quantity.ts';
import { isTechnical } from '../facts/is-technical.ts';
import type { AnswerFact, Timeline } from '../facts/read-answers.ts';
import { BOT_CHECK } from '../form-tools/browser-form.ts';
import { readWhen } from '../text/when.ts';
import type { Answer, Answers, Reading, Value } from './answers.ts';
import { chooseEvidence, isField, shapeOf } from './choose-evidence.ts';
import { BUDGET_QUESTION, type Clause } from './clauses.ts';
import { collectFeatures, openClause, type ReadClause, type TopicOf } from './collect-features.ts';
import { decide, fillInputs, INPUTS, OUTPUTS } from './decide.ts';
import { demandProof } from './demand-proof.ts';
import { beginLead, SIGNALS, weighClause, weighLead } from './detectors.ts';
import { FeatureBuffer } from './features.ts';
import { ASKS, type Ask, isSale, type OtherAsk, QUESTIONS, type Question, SALE_ASKS } from './questions.ts';

/** What is known about the writer besides the text. */
export interface Writer {
  readonly hasBusinessEmail: boolean;
  readonly hasJobTitle: boolean;
  readonly hasPlaceholderEmail: boolean;
}

export function answerQuestions(
  split: readonly Clause[],
  now: Date,
  writer: Writer,
  topicOf: TopicOf | null = null,
): Reading {
  const clauses = split.map((clause) => openClause(clause, now, topicOf));
  const facts = clauses.flatMap(({ question, fact }) =>
    fact === null || question === BOT_CHECK ? [] : [fact],
  );
  const read = demandProof(readText(clauses, now), clauses, writer.hasPlaceholderEmail);
  return { clauses, answers: applyFacts(read, clauses, writer), facts };
}

const buffer = new FeatureBuffer();
const inputs = new Float64Array(INPUTS);
const probabilities = new Float64Array(OUTPUTS);
/** Log-odds of each clause; overwritten by the next lead. */
const rows: Float64Array[] = [];

/** What the detectors see in a lead, before any decision; the numbers are overwritten by the next lead. */
export interface Signals {
  readonly lead: Float64Array;
  readonly clauses: readonly Float64Array[];
  /** What each of them looks like (choose-evidence.ts). */
  readonly shapes: readonly number[];
  /** The clauses that were weighed. */
  readonly weighed: readonly number[];
}

export function weighSignals(clauses: readonly ReadClause[], now: Date): Signals {
  const weighed = listWeighed(clauses);
  beginLead();
  const shapes = weighed.map((index, place) => {
    const clause = clauses[index] as ReadClause;
    const when = readWhen(clause.tokens, now);
    collectFeatures(buffer, clause, when, place, weighed.length);
    const row = rows[place] ?? new Float64Array(SIGNALS);
    rows[place] = row;
    weighClause(buffer, row);
    return shapeOf(clause, when, place, weighed.length);
  });
  return { lead: weighLead(), clauses: rows, shapes, weighed };
}

/** Facts about the writer, such as the size of the company, say nothing about what they want; amounts and quantities are
 * read elsewhere. */
export const listWeighed = (clauses: readonly ReadClause[]): number[] =>
  clauses.flatMap(({ question, fact, text }, index) =>
    question === BOT_CHECK ||
    isSignature(clauses, index) ||
    (question !== null && isTechnical(question)) ||
    isBareAmount(question, fact, text) ||
    isAboutWriter(question, fact, text) ||
    isBareQuantity(question, fact, text)
      ? []
      : [index],
  );

const isBareQuantity = (question: string | null, fact: AnswerFact | null, text: string): boolean =>
  fact === null && question !== null && isQuantity(question, text);

/** “Anne Baker” at the end of a message that says something. */
const SIGNATURE = /^\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){1,2}$/u;
const MIN_WORDS_BEFORE = 4;

function isSignature(clauses: readonly ReadClause[], index: number): boolean {
  const { question, text } = clauses[index] as ReadClause;
  if (question !== null || index === 0 || !SIGNATURE.test(text)) return false;
  const next = clauses[index + 1];
  const before = clauses[index - 1] as ReadClause;
  return (next === undefined || next.question !== null) && before.tokens.known.length >= MIN_WORDS_BEFORE;
}

const HAS_WORD = /\p{L}{4}/u;
const isBareAmount = (question: string | null, fact: AnswerFact | null, text: string): boolean =>
  (question === BUDGET_QUESTION || fact?.topic === 'budget') && !HAS_WORD.test(text);

const ABOUT_WRITER: ReadonlySet<AnswerFact['topic']> = new Set(['size', 'role', 'authority', 'timeline']);
/** Longer answers may tell a story. */
const MAX_FACT_LENGTH = 40;
const isAboutWriter = (question: string | null, fact: AnswerFact | null, text: string): boolean =>
  (fact !== null && ABOUT_WRITER.has(fact.topic) && text.length <= MAX_FACT_LENGTH) ||
  (question !== null && writerFieldOf(question, text) !== null);

function readText(clauses: readonly ReadClause[], now: Date): Answers {
  const signals = weighSignals(clauses, now);
  return signals.weighed.length === 0 ? SILENCE : chooseAnswers(decideBySignals(clauses, signals), signals);
}

/** The probability of every answer, in the order of OUTPUTS; overwritten by the next lead. */
export function decideBySignals(
  clauses: readonly ReadClause[],
  { lead, clauses: odds, weighed }: Signals,
): Float64Array {
  const hasMessage = weighed.some((index) => (clauses[index] as ReadClause).question === null);
  fillInputs(inputs, lead, odds, weighed.length, hasMessage);
  decide(probabilities, inputs);
  return probabilities;
}

/** The most probable answers, each with the clause that shows it best. */
export function chooseAnswers(
  probable: Float64Array,
  { clauses, shapes, weighed }: Omit<Signals, 'lead'>,
): Answers {
  const found = new Map<number, Quotable>();
  const find: Find = (question, signal) => {
    const { place, share } = chooseEvidence(question, signal, clauses, shapes);
    found.set(signal, { share, isField: isField(shapes[place] ?? 0) });
    return weighed[place] ?? -1;
  };
  const { ask, doubt } = chooseAsk(probable, find);
  const choose = (question: Question): Answer<Value> => chooseValue(probable, question, find);
  const answers: Answers = {
    ask,
    doubt,
    what: choose('what'),
    when: choose('when'),
    who: choose('who'),
    decided: choose('decided'),
    happened: choose('happened'),
    way: choose('way'),
  };
  return isSale(ask.value) ? quoteProof(answers, found) : answers;
}

interface Quotable {
  /** How likely people would quote this clause. */
  readonly share: number;
  /** Whether it is the answer to a form field. */
  readonly isField: boolean;
}

/** From which share a clause is quoted, fitted on leads that were not held out so that a wrong quote costs twice as much as a
 * missing one: it makes a true reason look invented. What is in the way is always quoted, because nobody can clear away what
 * isn't named. */
const MIN_SHARE: Readonly<Record<'ask' | Question, number>> = {
  ask: 0.6,
  what: 0.65,
  when: 0.65,
  who: 0,
  decided: 0.7,
  happened: 0.7,
  way: 0,
};
/** For a form field, and for a clause that shows another answer better. */
const MIN_SHARE_DOUBTFUL = 0.7;

const QUOTED = [...QUESTIONS, 'ask' as const];

/** Quotes only what proves an answer. */
function quoteProof(answers: Answers, found: ReadonlyMap<number, Quotable>): Answers {
  const all = QUOTED.map((name, number) => {
    const signal = name === 'ask' ? ASKS.indexOf(answers.ask.value) : ASKS.length + number;
    return { name, clause: answers[name].clause, ...(found.get(signal) ?? { share: 0, isField: false }) };
  });
  const unproven = all.filter(({ name, clause, share, isField: isDoubtful }) => {
    const isAgain = all.some((other) => other.clause === clause && other.share > share);
    const min = MIN_SHARE[name];
    return share < (min > 0 && (isDoubtful || isAgain) ? MIN_SHARE_DOUBTFUL : min);
  });
  if (unproven.length === 0) return answers;
  return {
    ...answers,
    ...Object.fromEntries(unproven.map(({ name }) => [name, { ...answers[name], clause: -1 }])),
  };
}

const NOT_SAID: Answer<0> = { value: 0, probability: 1, clause: -1 };
/** Of a lead without any text. */
export const SILENCE: Answers = {
  ask: { value: 'none', probability: 1, clause: -1 },
  doubt: null,
  what: NOT_SAID,
  when: NOT_SAID,
  who: NOT_SAID,
  decided: NOT_SAID,
  happened: NOT_SAID,
  way: NOT_SAID,
};

/** The clause that shows an answer best; -1 if none does. */
type Find = (question: number, signal: number) => number;

const ASK = QUESTIONS.length;

/** A lead that is at least this likely to be no sale is worth less. */
const MIN_DOUBT = 0.15;

/** How likely it must be that a lead is a sale: somebody in trouble is rather called in vain than overlooked. */
const MIN_SALE = { usual: 0.5, pressing: 0.35 };
const MIN_PRESSING = { happened: 0.5, when: 0.6, what: 0.5 };

function isPressing(probable: Float64Array): boolean {
  const isStrong = (question: keyof typeof MIN_PRESSING): boolean =>
    strongOf(probable, question) >= MIN_PRESSING[question];
  return isStrong('happened') || (isStrong('when') && isStrong('what'));
}

function chooseAsk(probable: Float64Array, find: Find): Pick<Answers, 'ask' | 'doubt'> {
  const sale = best(probable, 0, SALE_ASKS.length);
  const other = best(probable, SALE_ASKS.length, ASKS.length);
  const answerOf = <Content extends Ask>({ at }: Best): Answer<Content> => ({
    value: ASKS[at] as Content,
    probability: round(probable[at] as number),
    clause: find(ASK, at),
  });
  if (sale.sum < (isPressing(probable) ? MIN_SALE.pressing : MIN_SALE.usual))
    return { ask: answerOf(other), doubt: null };
  if (ASKS[sale.at] === 'none')
    return { ask: { ...answerOf(sale), clause: -1 }, doubt: doubtOf(other, answerOf) };
  // Nobody who asks for something is a test entry.
  return { ask: answerOf(sale), doubt: doubtOf(best(probable, SALE_ASKS.length, FAKE), answerOf) };
}

const FAKE = ASKS.indexOf('fake');

const doubtOf = (other: Best, answerOf: (best: Best) => Answer<OtherAsk>): Answer<OtherAsk> | null =>
  other.sum > MIN_DOUBT ? { ...answerOf(other), probability: round(other.sum) } : null;

interface Best {
  readonly at: number;
  readonly sum: number;
}

/** To overlook an emergency is worse than to call somebody who has time. If nothing seems to have failed, though, five of six
 * emergencies that only this preference makes are wrong. “Interest” is what is left if nothing is asked for, and short asks for an
 * appointment look like it. */
const USUAL_WEIGHTS: Partial<Record<Ask, number>> = { book: 1.3, interest: 0.65, info: 0.85 };
const ASK_WEIGHTS: readonly number[] = ASKS.map((ask) => USUAL_WEIGHTS[ask] ?? 1);
const EMERGENCY = ASKS.indexOf('emergency');
const EMERGENCY_WEIGHT = { failed: 1.3, usual: 1.1 };
const MIN_FAILED = 0.5;

function weightOf(ask: number, probable: Float64Array): number {
  if (ask !== EMERGENCY) return ASK_WEIGHTS[ask] as number;
  return strongOf(probable, 'happened') >= MIN_FAILED ? EMERGENCY_WEIGHT.failed : EMERGENCY_WEIGHT.usual;
}

/** How likely it is that a question has the strongest answer. */
const strongOf = (probable: Float64Array, question: Question): number =>
  probable[ASKS.length + 3 * QUESTIONS.indexOf(question) + 2] as number;

/** The most likely ask among some, and how likely they are together. */
function best(probable: Float64Array, from: number, to: number): Best {
  let at = from;
  let most = 0;
  let sum = 0;
  for (let ask = from; ask < to; ask++) {
    const probability = probable[ask] as number;
    const weight = probability * weightOf(ask, probable);
    sum += probability;
    if (weight > most) {
      at = ask;
      most = weight;
    }
  }
  return { at, sum };
}

/** From which probability an answer counts at all, fitted by writer on leads that were not held out: a wrong line costs more trust
 * than the few points are worth, so what is often misread needs more, and what costs a deal if it is overlooked needs less. */
const MIN_PROBABILITY: Readonly<Record<Question, { readonly present: number; readonly strong: number }>> = {
  what: { present: 0.55, strong: 0.45 },
  when: { present: 0.6, strong: 0.45 },
  who: { present: 0.65, strong: 0.5 },
  decided: { present: 0.6, strong: 0.5 },
  happened: { present: 0.65, strong: 0.5 },
  way: { present: 0.5, strong: 0.4 },
};

function chooseValue(probable: Float64Array, name: Question, find: Find): Answer<Value> {
  const question = QUESTIONS.indexOf(name);
  const start = ASKS.length + 3 * question;
  const strong = probable[start + 2] as number;
  const present = strong + (probable[start + 1] as number);
  const findClause = (): number => find(question, ASKS.length + question);
  const min = MIN_PROBABILITY[name];
  if (strong >= min.strong) return { value: 2, probability: round(strong), clause: findClause() };
  return present >= min.present
    ? { value: 1, probability: round(present), clause: findClause() }
    : { value: 0, probability: round(1 - present), clause: -1 };
}

/** Only rules are certain. */
const round = (probability: number): number => Math.min(0.999, Math.round(probability * 1_000) / 1_000);

/** Answers implied by common form questions, where both the question and the answer are unambiguous. */
const IMPLIED: Readonly<Record<string, readonly [Question, Value]>> = {
  'timeline now': ['when', 2],
  'timeline soon': ['when', 1],
  'timeline far': ['way', 2],
  'timeline undecided': ['way', 1],
  'authority decides': ['who', 2],
  'authority influences': ['who', 1],
  'role executive': ['who', 2],
  'role manager': ['who', 1],
  'role staff': ['who', 1],
  'goal explore': ['way', 1],
};

function applyFacts(read: Answers, clauses: readonly ReadClause[], writer: Writer): Answers {
  const answers: { -readonly [Name in keyof Answers]: Answers[Name] } = { ...read };
  const raise = (question: Question, value: Value, clause: number): void => {
    const known = answers[question];
    if (known.value < value) answers[question] = { value, probability: 1, clause };
    // Their own words show what they want best, and the form shows everything else best.
    else if (known.value === value && known.probability < 1)
      answers[question] = {
        value,
        probability: 1,
        clause: question === 'what' && known.clause >= 0 ? known.clause : clause,
      };
  };
  const isUndecided = clauses.some(({ fact }) => isTimeline(fact, 'undecided', 'far'));
  let isNamed = writer.hasJobTitle;
  let hasCompany = writer.hasBusinessEmail;
  clauses.forEach(({ fact, question, text }, clause) => {
    if (isBareQuantity(question, fact, text)) raise('what', 2, clause);
    const field = question === null ? null : writerFieldOf(question, text);
    if (field !== null && HAS_NAME.test(text)) {
      raise('who', 1, clause);
      if (field === 'company') hasCompany = true;
      else isNamed = true;
    }
    if (fact === null || question === BOT_CHECK) return;
    const implied = IMPLIED[`${fact.topic} ${fact.value}`];
    const isSoon = isTimeline(fact, 'now', 'soon');
    // Of two boxes that contradict each other, the more cautious one counts.
    if (implied !== undefined && !(isSoon && isUndecided)) raise(...implied, clause);
    // A form without any text, from somebody who wants to start soon.
    if (isSoon && !isUndecided && answers.ask.value === 'none' && answers.ask.probability === 1)
      answers.ask = { value: 'interest', probability: 1, clause };
    if (fact.topic === 'size') raise('who', 1, clause);
    if (fact.topic === 'size' || fact.topic === 'role') isNamed = true;
  });
  if (hasCompany) raise('who', isNamed ? 2 : 1, -1);
  return answers;
}

const isTimeline = (fact: AnswerFact | null, ...values: readonly Timeline[]): boolean =>
  fact?.topic === 'timeline' && values.includes(fact.value);

/** “-” and “n/a” name nobody. */
const HAS_NAME = /\p{L}{2}/u;
