// Some four hundred leads of the last sixty days, as the forms of an agency would bring them.

import { type Lead, readLead } from '@leadline/engine';
import { spellBudget, spellUnclearBudget } from './budgets.ts';
import { type Intent, writeInquiries } from './inquiries.ts';
import { NOISE, type Noise, type NoiseText } from './noise.ts';
import { introducePeople, type Person } from './people.ts';
import type { Language } from './phrases.ts';
import { makeRandom, type Random } from './random.ts';
import { mixOf, SOURCE_WEIGHTS, type SourceName } from './sources.ts';

export interface DemoLead {
  readonly lead: Lead;
  readonly receivedAt: Date;
  readonly source: SourceName;
  /** What they would spend. */
  readonly dealThousands: number;
}

const SEED = 2_026;
const LEADS = 412;
const DAYS = 60;
const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
/** The share of those who write a second time. */
const RETURNING = 0.09;
/** Nobody writes again who has written so few leads ago: some five days. */
const LATELY = 25;
const WEEKEND = 0.35;

/** Of a hundred. */
const LANGUAGES: Readonly<Record<Language, number>> = {
  en: 62,
  de: 12,
  fr: 8,
  es: 6,
  it: 4,
  nl: 3,
  pt: 3,
  hi: 2,
};

/** Oldest first. What they say is the same on every day; only when they came in is reckoned from now. */
export function makeLeads(now: Date): DemoLead[] {
  const random = makeRandom(SEED);
  const introduce = introducePeople(random);
  const write = writeInquiries(random);
  const noiseDecks = new Map<Noise, () => NoiseText>();
  const known: Person[] = [];

  const writeNoise = (noise: Noise): NoiseText => {
    const deck = noiseDecks.get(noise) ?? random.deck(NOISE[noise]);
    noiseDecks.set(noise, deck);
    return deck();
  };

  return pickMoments(makeRandom(SEED + 1), now).map((receivedAt) => {
    const source = random.choose(SOURCE_WEIGHTS);
    const kind = random.choose(mixOf(source));
    const dealThousands = pickDeal(random, kind);
    const make = (person: Person, message: string, more: Partial<Lead> = {}): DemoLead => ({
      lead: toLead({ ...signAs(random, person), message, source, ...more }),
      receivedAt,
      source,
      dealThousands,
    });

    if (known.length > 2 * LATELY && random.chance(RETURNING)) {
      const person = random.pick(known.slice(0, -LATELY));
      const { language, company, name, email, phone } = person;
      // Signed with everything, so that they are known again.
      return make(person, write('again', language, company, receivedAt), { name, email, phone });
    }
    if (isNoise(kind)) {
      const { language, text } = writeNoise(kind);
      return make(introduce(language), text);
    }
    const person = introduce(random.choose(LANGUAGES));
    known.push(person);
    const message = write(kind, person.language, person.company, receivedAt);
    return make(person, message, {
      budget: writeBudget(random, kind, person.language, dealThousands),
      custom_fields: random.chance(0.4) ? answer(random, kind, person) : {},
    });
  });
}

const isNoise = (kind: Intent | Noise): kind is Noise => Object.hasOwn(NOISE, kind);

/** In office hours mostly, and a few more every week. */
function pickMoments(random: Random, now: Date): Date[] {
  const moments: number[] = [];
  const start = now.getTime() - DAYS * DAY_MS;
  while (moments.length < LEADS) {
    const at = new Date(start + random.next() * DAYS * DAY_MS - MINUTE_MS);
    const isWeekend = at.getUTCDay() % 6 === 0;
    const hour = at.getUTCHours();
    const byHour = hour < 6 || hour > 21 ? 0.15 : hour < 8 || hour > 18 ? 0.5 : 1;
    const growth = 0.6 + 0.4 * ((at.getTime() - start) / (DAYS * DAY_MS));
    if (random.chance((isWeekend ? WEEKEND : 1) * byHour * growth)) moments.push(at.getTime());
  }
  return moments.toSorted((a, b) => a - b).map((at) => new Date(at));
}

function pickDeal(random: Random, kind: Intent | Noise): number {
  const [least, most] = kind === 'ready' ? [8, 70] : kind === 'serious' ? [3, 35] : [1, 12];
  // Small ones are more frequent than large ones.
  return Math.round(least + (most - least) * random.next() ** 2);
}

function writeBudget(random: Random, intent: Intent, language: Language, thousands: number): string {
  const share = { ready: 0.85, serious: 0.6, curious: 0.2, vague: 0.15 }[intent];
  if (!random.chance(share)) return '';
  return random.chance(intent === 'ready' ? 0.04 : 0.2)
    ? spellUnclearBudget(random)
    : spellBudget(random, language, thousands);
}

/** Not everybody leaves everything. */
function signAs(random: Random, { name, email, phone }: Person): Partial<Lead> {
  const given = random.choose({ both: 62, email: 30, phone: 8 });
  return {
    name: random.chance(0.94) ? name : '',
    email: given === 'phone' && phone !== '' ? '' : email,
    phone: given === 'email' ? '' : phone,
  };
}

function answer(random: Random, intent: Intent, { website }: Person): Record<string, string> {
  const isNear = intent === 'ready' || intent === 'serious';
  return {
    'When do you want to start?': random.pick(
      isNear
        ? ['As soon as possible', 'Within a month', 'Within 3 months']
        : ['Within a year', 'No plans yet', 'Not sure'],
    ),
    'How many people work at your company?': random.pick(['1-10', '11-50', '51-200', '201-500', '500+']),
    'What is your role?': random.pick(
      isNear
        ? ['Managing director', 'Head of marketing', 'IT manager', 'Operations manager', 'Founder']
        : ['Assistant', 'Student', 'Consultant', 'Marketing manager', 'Freelancer'],
    ),
    ...(random.chance(0.5) ? { Website: website } : {}),
    ...(isNear && random.chance(0.4)
      ? { 'Who decides about the purchase?': random.pick(['I do', 'My boss and I']) }
      : {}),
  };
}

/** As a form's fields are read. */
function toLead(fields: Partial<Lead>): Lead {
  const read = readLead(fields);
  if (!read.ok) throw new Error(read.error);
  return read.lead;
}
