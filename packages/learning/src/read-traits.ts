// What can be learned from besides the form's own questions: facts that the engine read. Names, countries and free text
// are left out on purpose.

import {
  ASK_NAMES,
  type Ask,
  budgetLevelOf,
  companySizeOf,
  type Facts,
  type Lead,
  nameAnswer,
  QUESTIONS,
  type Question,
  type Settings,
} from '@leadline/engine';
import { readCategory } from './read-answer.ts';

export interface Trait {
  readonly key: string;
  readonly name: string;
  /** Without this, a lead without the trait is a level of its own; with it, it is the baseline. */
  readonly isBaselineIfMissing?: true;
  /** Null if the lead doesn't have it. */
  readonly read: (lead: Lead, facts: Facts, settings: Settings) => string | null;
  readonly describe: (level: string) => string;
}

const EMAIL_NAMES: Readonly<Record<string, string>> = {
  business: 'Email at their own domain',
  role: 'Shared business mailbox',
  unusual: 'Email at an unusual domain',
  free: 'Personal email',
  disposable: 'Disposable email',
  placeholder: 'Made-up email',
  invalid: 'Invalid email',
};

const PHONE_NAMES: Readonly<Record<string, string>> = {
  valid: 'Valid phone number',
  local: 'Phone number without country code',
  unverified: 'Unverified phone number',
  invalid: 'Invalid phone number',
};

const QUESTION_NAMES: Readonly<Record<Question, string>> = {
  what: 'What exactly',
  when: 'When',
  who: 'Who',
  decided: 'How decided',
  happened: 'What happened',
  way: 'What is in the way',
};

const STRENGTHS = ['present', 'strong'] as const;

const questionTraits = QUESTIONS.map(
  (question): Trait => ({
    key: question,
    name: QUESTION_NAMES[question],
    isBaselineIfMissing: true,
    read: (_, { reading }) => STRENGTHS[reading.answers[question].value - 1] ?? null,
    describe: (level) => nameAnswer(question, level === 'strong' ? 2 : 1),
  }),
);

export const TRAITS: readonly Trait[] = [
  {
    key: 'source',
    name: 'Source',
    read: ({ source }) => (source === '' ? null : readCategory(source)),
    describe: (level) => `Source “${level}”`,
  },
  {
    key: 'channel',
    name: 'Kind of source',
    read: (_, { channel }) => channel,
    describe: (level) => `Kind of source: ${level}`,
  },
  {
    key: 'email',
    name: 'Email',
    read: (_, { email }) => email?.kind ?? null,
    describe: (level) => EMAIL_NAMES[level] ?? level,
  },
  {
    key: 'phone',
    name: 'Phone',
    read: (_, { phone }) => phone?.kind ?? null,
    describe: (level) => PHONE_NAMES[level] ?? level,
  },
  {
    key: 'budget',
    name: 'Budget',
    read: (_, { budget }, settings) => {
      if (!budget.stated) return budget.from === null ? null : 'unclear';
      return budget.isPerUnit ? 'unit price' : budgetLevelOf(budget, settings);
    },
    describe: (level) => `Budget: ${level}`,
  },
  {
    key: 'company-size',
    name: 'Company size',
    read: (_, { reading }) => {
      for (const fact of reading.facts) if (fact.topic === 'size') return companySizeOf(fact.value);
      return null;
    },
    describe: (level) => `Company size: ${level}`,
  },
  {
    key: 'ask',
    name: 'What they ask for',
    read: (_, { reading }) => reading.answers.ask.value,
    describe: (level) => ASK_NAMES[level as Ask] ?? level,
  },
  ...questionTraits,
];
