// What can be learned from besides the form's own questions: facts that the engine read. Names, countries and free text
// are left out on purpose.

import {
  budgetLevelOf,
  CONCEPTS,
  type Concept,
  companySizeOf,
  type Facts,
  isCapping,
  type Lead,
  nameConcept,
  type Settings,
  type WeighedConcept,
} from '@leadline/engine';
import { readCategory } from './read-answer.ts';

export interface Trait {
  readonly key: string;
  readonly name: string;
  /** Without this, a lead without the trait is a level of its own; with it, it is the baseline. */
  readonly isBaselineIfMissing?: true;
  /** The concept that it is about, if any. */
  readonly concept?: Concept;
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

const STRENGTHS = ['present', 'strong'] as const;

/** The level of a concept that was found. */
export const nameStrength = (strength: number): string | null => STRENGTHS[strength - 1] ?? null;

const conceptTraits = CONCEPTS.filter(
  (concept): concept is Concept & WeighedConcept => !isCapping(concept),
).map(
  (concept): Trait => ({
    key: `concept:${concept}`,
    name: nameConcept(concept, 1),
    isBaselineIfMissing: true,
    concept,
    read: (_, { reading }) => {
      for (const finding of reading.findings)
        if (finding.concept === concept) return nameStrength(finding.strength);
      return null;
    },
    describe: (level) => nameConcept(concept, level === 'strong' ? 2 : 1),
  }),
);

const MANY_ANSWERS = 5;

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
    read: (_, { answers }) => {
      for (const fact of answers) if (fact.topic === 'size') return companySizeOf(fact.value);
      return null;
    },
    describe: (level) => `Company size: ${level}`,
  },
  {
    key: 'specific-answers',
    name: 'Specific answers',
    isBaselineIfMissing: true,
    read: (_, { reading: { specificAnswers: count } }) =>
      count === 0 ? null : count >= MANY_ANSWERS ? `${MANY_ANSWERS} or more` : String(count),
    describe: (level) => `Specific answers: ${level}`,
  },
  ...conceptTraits,
];
