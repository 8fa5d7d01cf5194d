// Reads all the facts in a lead once, so that the signals only have to score them.

import type { Lead } from '../lead.ts';
import { type Channel, SOURCE_BOOK } from '../lexicon/sources.ts';
import { type BudgetFact, findBudget } from '../money/find-budget.ts';
import { answerQuestions } from '../reading/answer-questions.ts';
import type { Reading } from '../reading/answers.ts';
import { splitLead } from '../reading/clauses.ts';
import { DEFAULT_SETTINGS, type Settings } from '../settings.ts';
import { cached } from '../text/cached.ts';
import { findPhrases } from '../text/phrases.ts';
import { TEXT_BREAK, tokenize } from '../text/tokenize.ts';
import { type Excluded, vocabularyOf } from '../vocabulary/vocabulary.ts';
import { allowBudget } from './allow-budget.ts';
import { findCallWindow } from './find-call-window.ts';
import { findCompany, findJobTitle } from './find-company.ts';
import { type AnswerFact, readQuestion } from './read-answers.ts';
import { type EmailFact, isBusinessEmail, readEmail } from './read-email.ts';
import { type MessageFact, readMessage } from './read-message.ts';
import { isPlausibleName } from './read-name.ts';
import { type PhoneFact, readPhone } from './read-phone.ts';

export interface Facts {
  readonly email: EmailFact | null;
  readonly phone: PhoneFact | null;
  readonly hasPlausibleName: boolean;
  readonly company: string | null;
  readonly jobTitle: string | null;
  /** When they can be called, in their own words. */
  readonly callWindow: string | null;
  readonly budget: BudgetFact;
  readonly message: MessageFact;
  readonly channel: Channel | null;
  readonly reading: Reading;
  /** Why the account doesn't do business with this lead, if it excludes it. */
  readonly excluded?: Excluded;
}

export function readFacts(lead: Lead, now: Date, settings: Settings = DEFAULT_SETTINGS): Facts {
  const vocabulary = vocabularyOf(settings);
  const email = readEmail(lead.email);
  const jobTitle = findJobTitle(lead);
  const read = vocabulary.addAnswers(
    answerQuestions(
      splitLead(lead),
      now,
      {
        hasBusinessEmail: isBusinessEmail(email),
        hasJobTitle: jobTitle !== null,
        hasPlaceholderEmail: email?.kind === 'placeholder',
      },
      (question) => vocabulary.topicOf(question),
    ),
  );
  const budget = findBudget(lead, read);
  const reading = { ...read, answers: allowBudget(read.answers, read.clauses, budget, settings) };
  const phone = readPhone(lead.phone, email?.country ?? null);
  const excluded = vocabulary.findExclusion(reading, phone, email);
  return {
    email,
    phone,
    hasPlausibleName: isPlausibleName(lead.name),
    company: findCompany(lead, email),
    jobTitle,
    callWindow: findCallWindow(reading),
    budget,
    message: readMessage(inquiryText(lead, reading.facts)),
    channel: lead.source === '' ? null : readChannel(lead.source),
    reading,
    ...(excluded === null ? null : { excluded }),
  };
}

/** Answers with at least this many words are read as free text, even if the question is known. */
const STORY_WORDS = 5;
/** Enough for the longest message plus long form answers. */
const MAX_INQUIRY = 40_000;

/** The budget in the lead's own words, from the budget field or a question about it. */
export function quoteBudget({
  budget,
  custom_fields: fields,
}: Pick<Lead, 'budget' | 'custom_fields'>): string {
  if (budget !== '') return budget;
  const asked = Object.keys(fields).find((question) => readQuestion(question)?.topic === 'budget');
  return asked === undefined ? '' : (fields[asked] as string);
}

/** Everything the lead wrote as free text: the message and long form answers. */
function inquiryText({ message }: Lead, answers: readonly AnswerFact[]): string {
  let text = message;
  for (const { topic, answer } of answers) {
    const isStory = topic === 'story' || (topic !== 'budget' && hasManyWords(answer));
    if (isStory) text = text === '' ? answer : text + TEXT_BREAK + answer;
  }
  return text.length > MAX_INQUIRY ? text.slice(0, MAX_INQUIRY) : text;
}

function hasManyWords(answer: string): boolean {
  let words = 1;
  for (let at = answer.indexOf(' '); at >= 0 && words < STORY_WORDS; at = answer.indexOf(' ', at + 1))
    words++;
  return words >= STORY_WORDS;
}

/** The longest match is the most specific: "google organic", "facebook lead ad". */
const readChannel = cached((source): Channel | null => {
  let best: { channel: Channel; length: number } | null = null;
  for (const { meaning, first, last } of findPhrases(SOURCE_BOOK, tokenize(source).known)) {
    if (best === null || last - first > best.length) best = { channel: meaning, length: last - first };
  }
  return best?.channel ?? null;
}, 500);
