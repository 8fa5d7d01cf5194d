// Everything a lead says, read once; the signals only weigh it.

import type { Lead } from '../lead.ts';
import { type Channel, SOURCE_BOOK } from '../lexicon/sources.ts';
import { type BudgetReading, NO_BUDGET, readBudget } from '../money/read-budget.ts';
import { findPhrases } from '../text/phrases.ts';
import { remembering } from '../text/remember.ts';
import { TEXT_BREAK, tokenize } from '../text/tokenize.ts';
import { type AnswerFact, readAnswers, readQuestion } from './read-answers.ts';
import { type EmailFact, readEmail } from './read-email.ts';
import { type MessageFact, readMessage } from './read-message.ts';
import { isPlausibleName } from './read-name.ts';
import { type PhoneFact, readPhone } from './read-phone.ts';

export interface Facts {
  readonly email: EmailFact | null;
  readonly phone: PhoneFact | null;
  readonly hasPlausibleName: boolean;
  readonly budget: BudgetFact;
  readonly message: MessageFact;
  readonly channel: Channel | null;
  readonly answers: readonly AnswerFact[];
}

export interface BudgetFact extends BudgetReading {
  /** Where it was read: the field, a form answer, or the message. */
  readonly from: 'field' | 'answer' | 'message' | null;
}

export function readFacts(lead: Lead, now: Date): Facts {
  const email = readEmail(lead.email);
  const answers = readAnswers(lead.custom_fields, now);
  const message = readMessage(
    inquiryText(lead, answers),
    email?.kind === 'business' || email?.kind === 'role' ? email.domain : '',
  );
  return {
    email,
    phone: readPhone(lead.phone, email?.country ?? null),
    hasPlausibleName: isPlausibleName(lead.name),
    budget: findBudget(lead, answers, message),
    message,
    channel: lead.source === '' ? null : readChannel(lead.source),
    answers,
  };
}

/** An answer this long to a question we know says more than its topic. */
const STORY_WORDS = 5;
/** As long as a message may be, and a form's stories beside it. */
const LONGEST_INQUIRY = 40_000;

/** For whoever reads it before it is scored, as an assessor does. */
export const readInquiry = (lead: Lead, now: Date): string =>
  Object.keys(lead.custom_fields).length === 0
    ? lead.message
    : inquiryText(lead, readAnswers(lead.custom_fields, now)).replaceAll(TEXT_BREAK, '\n');

/** The budget in the lead's own words: of the field, or of the question that asks for it. */
export function quoteBudget({ budget, custom_fields: fields }: Lead): string {
  if (budget !== '') return budget;
  const asked = Object.keys(fields).find((question) => readQuestion(question)?.topic === 'budget');
  return asked === undefined ? '' : (fields[asked] as string);
}

/** What the lead wrote in words of their own: the message, and what they wrote into the form like one. */
export function inquiryText({ message }: Lead, answers: readonly AnswerFact[]): string {
  let text = message;
  for (const { topic, answer } of answers) {
    const isStory = topic === 'story' || (topic !== 'budget' && hasManyWords(answer));
    if (isStory) text = text === '' ? answer : text + TEXT_BREAK + answer;
  }
  return text.length > LONGEST_INQUIRY ? text.slice(0, LONGEST_INQUIRY) : text;
}

function hasManyWords(answer: string): boolean {
  let words = 1;
  for (let at = answer.indexOf(' '); at >= 0 && words < STORY_WORDS; at = answer.indexOf(' ', at + 1))
    words++;
  return words >= STORY_WORDS;
}

function findBudget(lead: Lead, answers: readonly AnswerFact[], message: MessageFact): BudgetFact {
  if (lead.budget !== '') {
    const reading = readBudget(lead.budget);
    if (reading.stated) return { ...reading, from: 'field' };
  }
  for (const { topic, question, answer } of answers) {
    if (topic !== 'budget') continue;
    const reading = readBudget(answer);
    if (!reading.stated) continue;
    // "Monthly budget in EUR: 5000" states period and currency in the question.
    const asked = readBudget(`1000 ${question.replace(/\d/g, '')}`);
    const currency = reading.currency ?? asked.currency;
    return { ...reading, currency, period: reading.period ?? asked.period, from: 'answer' };
  }
  if (message.said.has('budget') && message.figures > 0) {
    const reading = findBudgetSentence(inquiryText(lead, answers));
    if (reading !== null) return { ...reading, from: 'message' };
  }
  return { ...NO_BUDGET, from: lead.budget === '' ? null : 'field' };
}

const SENTENCE_END = new RegExp(`(?<=[.!?])\\s+|[\\n${TEXT_BREAK}]`);

/** In a message only a sentence that speaks of a budget counts, and only an amount with a currency. */
function findBudgetSentence(text: string): BudgetReading | null {
  for (const sentence of text.split(SENTENCE_END)) {
    if (!readMessage(sentence, '').said.has('budget')) continue;
    const reading = readBudget(sentence);
    if (reading.stated && reading.currency !== null && !reading.isPerUnit) return reading;
  }
  return null;
}

/** The longest phrase names the channel best: "google organic", "facebook lead ad". */
const readChannel = remembering((source): Channel | null => {
  let best: { channel: Channel; length: number } | null = null;
  for (const { meaning, first, last } of findPhrases(SOURCE_BOOK, tokenize(source))) {
    if (best === null || last - first > best.length) best = { channel: meaning, length: last - first };
  }
  return best?.channel ?? null;
}, 500);
