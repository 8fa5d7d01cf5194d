// Makes up accounts that are hard to learn from: answers that give the outcome away or never vary, numbers that measure the same, one
// outcome only, every size and kind of contact data. `simulate-account.ts` has ordinary ones.

import { readLead } from '@leadline/engine';
import { type DecidedLead, type Random, seedRandom } from '@leadline/learning';
import { CONTACT_KINDS, type ContactKind, drawContact } from './contact-kinds.ts';

/** What can be unusual about an account. Most have several of these. */
export const ACCOUNT_TRAITS = [
  'numbers that measure the same',
  'an answer that always wins',
  'an answer that never wins',
  'a question that says the outcome',
  'questions with one answer only',
  'one outcome only',
  'hardly any wins',
  'no ordinary answer matters',
  'dozens of answers',
  'few answers given',
  'huge numbers',
  'dates',
] as const;
export type AccountTrait = (typeof ACCOUNT_TRAITS)[number];

export interface GeneratedAccount {
  readonly contacts: ContactKind;
  readonly traits: ReadonlySet<AccountTrait>;
  /** What it learns from, in the order of time. */
  readonly leads: readonly DecidedLead[];
  /** More leads of the same kind, to judge by. */
  readonly later: readonly DecidedLead[];
  /** The account's limit of points. */
  readonly limit: number;
  /** Whether old outcomes count as much as new ones, as without dates. */
  readonly isUndated: boolean;
}

const MIN_ROWS = 50;
export const MAX_ROWS = 50_000;
const MIN_LATER = 300;
const MAX_LATER = 2_000;
const MAX_LIMIT = 60;

const FIRST_DAY = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The account with this number; each kind of contact data comes as often. */
export function generateAccount(number: number, { maxRows = MAX_ROWS } = {}): GeneratedAccount {
  const random = seedRandom(1_000_003 * (number + 1));
  const contacts = CONTACT_KINDS[number % CONTACT_KINDS.length] as ContactKind;
  const traits = drawTraits(random);
  // Every size is as likely as its double; the first account of a kind is as large as they get.
  const share = number < CONTACT_KINDS.length ? 1 : random();
  const rows = Math.round(MIN_ROWS * (maxRows / MIN_ROWS) ** share);
  const limit = Math.floor((MAX_LIMIT + 1) * random());
  const isUndated = random() < 0.3;
  const draw = makeWorld(contacts, traits, random);
  const drawLeads = (from: number, count: number): DecidedLead[] =>
    Array.from({ length: count }, (_, index) => draw(isUndated ? 0 : from + index));
  const leads = drawLeads(0, rows);
  const later = drawLeads(rows, Math.min(MAX_LATER, Math.max(MIN_LATER, rows)));
  return { contacts, traits, leads, later, limit, isUndated };
}

function drawTraits(random: Random): ReadonlySet<AccountTrait> {
  const chances: Partial<Record<AccountTrait, number>> = {
    'one outcome only': 0.06,
    'no ordinary answer matters': 0.15,
    'hardly any wins': 0.15,
  };
  return new Set(ACCOUNT_TRAITS.filter((trait) => random() < (chances[trait] ?? 0.3)));
}

interface Question {
  readonly name: string;
  /** What a lead answers, and what it adds to the logit. */
  readonly draw: (hidden: Hidden) => readonly [answer: string, logit: number];
}

/** What is true of a lead, whatever it answers. */
interface Hidden {
  readonly size: number;
  readonly receivedAt: number;
}

const MESSAGES = [
  'We need 40 laptops by Friday.',
  'Please send me a price.',
  'Just looking around for now.',
  'Our contract ends in March and we are looking for a new provider.',
  '',
];
const SOURCES = ['Google', 'Trade fair', 'Referral', 'Facebook', 'Newsletter', ''];

function makeWorld(
  contacts: ContactKind,
  traits: ReadonlySet<AccountTrait>,
  random: Random,
): (hour: number) => DecidedLead {
  const has = (trait: AccountTrait): boolean => traits.has(trait);
  const strength = has('no ordinary answer matters') ? 0 : 1.5 * random();
  const base = has('hardly any wins') ? -4 - 2 * random() : -2.5 + 3 * random();
  const answered = has('few answers given') ? 0.1 + 0.3 * random() : 0.95;
  const only = has('one outcome only') ? (random() < 0.5 ? 'won' : 'lost') : null;
  const questions = makeQuestions(has, strength, random);
  const sources = SOURCES.map((source) => [source, strength * normal(random)] as const);
  const isTelling = has('a question that says the outcome');
  const alwaysWins = has('an answer that always wins') ? 0.02 + 0.1 * random() : 0;
  const neverWins = has('an answer that never wins') ? 0.02 + 0.1 * random() : 0;
  const constants = has('questions with one answer only')
    ? { Newsletter: 'yes', Form: 'contact', Version: '3' }
    : {};

  return (hour) => {
    const receivedAt = FIRST_DAY + hour * HOUR_MS;
    const hidden: Hidden = { size: random(), receivedAt };
    const fields: Record<string, string> = { ...constants };
    const [source, ofSource] = pick(random, sources);
    let logit = base + ofSource;
    for (const { name, draw } of questions) {
      const [answer, effect] = draw(hidden);
      if (random() >= answered) continue;
      fields[name] = answer;
      logit += effect;
    }
    let outcome: DecidedLead['outcome'] = random() < 1 / (1 + Math.exp(-logit)) ? 'won' : 'lost';
    const deciding = random();
    if (deciding < alwaysWins) outcome = 'won';
    else if (deciding > 1 - neverWins) outcome = 'lost';
    if (only !== null) outcome = only;
    if (alwaysWins > 0 || neverWins > 0)
      fields.Plan =
        deciding < alwaysWins ? 'Enterprise' : deciding > 1 - neverWins ? 'Student' : pick(random, PLANS);
    if (isTelling && random() < 0.9) fields.Verdict = outcome === 'won' ? 'good' : 'bad';
    const read = readLead({
      ...drawContact(contacts, random),
      message: pick(random, MESSAGES),
      source,
      custom_fields: fields,
    });
    if (!read.ok) throw new Error(read.error);
    return { lead: read.lead, outcome, receivedAt: new Date(receivedAt) };
  };
}

const PLANS = ['Basic', 'Plus', 'Pro'];

function makeQuestions(has: (trait: AccountTrait) => boolean, strength: number, random: Random): Question[] {
  const questions: Question[] = [];
  const ofSize = 2 * strength * normal(random);
  const countOfAnswers = has('dozens of answers') ? 45 : 5;
  for (let index = 0; index < 1 + Math.floor(5 * random()); index++) {
    const answers = Array.from(
      { length: countOfAnswers },
      (_, answer) => [`Choice ${letters(answer)}`, strength * normal(random)] as const,
    );
    questions.push({ name: `Choice ${letters(index)}`, draw: () => pick(random, answers) });
  }
  const numbers = has('numbers that measure the same') ? 3 + Math.floor(6 * random()) : 1;
  for (let index = 0; index < numbers; index++) {
    const [scale, noise] = [10 ** Math.floor(5 * random()), random() < 0.5 ? 0 : 0.02];
    questions.push({
      name: `Number ${letters(index)}`,
      draw: ({ size }) => [
        String(Math.round(100 * scale * (size + noise * normal(random))) / 10),
        (ofSize * (size - 0.5)) / numbers,
      ],
    });
  }
  if (has('huge numbers'))
    questions.push({
      name: 'Amount',
      draw: () => [String(Math.round(10 ** (21 * random() - 6) * 1e6) / 1e6), 0],
    });
  if (has('dates')) {
    const ofSoon = strength * normal(random);
    questions.push({
      name: 'Start',
      draw: ({ receivedAt }) => {
        const days = Math.floor(200 * random());
        const date = new Date(receivedAt + days * DAY_MS).toISOString().slice(0, 10);
        return [date, days < 30 ? ofSoon : 0];
      },
    });
  }
  return questions;
}

/** Not numbers, which would be learned from in their order. */
const letters = (index: number): string =>
  String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26));

const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

/** By Box and Muller. */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
