// Makes up an account: leads in the order in which they were decided, with outcomes that follow a known rule.

import { type Lead, readLead } from '@leadline/engine';
import { type DecidedLead, type Random, seedRandom } from '@leadline/learning';

/** How outcomes come about. `signal`: by the rules and by answers that matter here. `rules`: by the rules alone. `random`:
 * by chance. `drifting`: what matters changes all the time. `flipped`: half-way, won and lost change places. */
export const ACCOUNT_KINDS = ['signal', 'rules', 'random', 'drifting', 'flipped'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

export interface SimulatedAccount {
  readonly kind: AccountKind;
  readonly leads: readonly DecidedLead[];
}

/** With the quality that a sales rep would see in it, in logits. */
const MESSAGES: readonly (readonly [message: string, quality: number])[] = [
  ['Our boiler broke this morning and we have no heating. Please call me today.', 1.4],
  ['We have approval for 40 laptops and need a quote by Friday.', 1.2],
  ['Our contract ends in March and we are looking for a new provider.', 0.7],
  ['Could you send me a price for 12 licences?', 0.4],
  ['We need help with our website.', 0],
  ['Do you also deliver on Saturdays?', -0.2],
  ['Just looking around for now.', -0.9],
  ['Please send me some information.', -0.6],
  ['We might do something next year, nothing is decided yet.', -0.8],
  ['', -0.3],
];

const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  Industry: ['Retail', 'Health', 'Logistics', 'Education', 'Construction', 'Food', 'Finance', 'Other'],
  Product: ['Basic', 'Plus', 'Pro'],
  Region: ['North', 'South', 'East', 'West', 'Center'],
  'Current tool': ['None', 'Spreadsheet', 'Competitor A', 'Competitor B'],
  'Contact by': ['Phone', 'Mail', 'Chat'],
};
const SOURCES = ['Google', 'Trade fair', 'Referral', 'Facebook', 'Newsletter', 'Website'];
const EMAILS = ['ana@hartwell-foods.com', 'jo@nordhaus-bau.de', 'kim.lee@gmail.com', 'sam@yahoo.com'];
const PHONES = ['+442079460123', '+4930901820', '', ''];

const FIRST_DAY = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

export function simulateAccount(kind: AccountKind, outcomes: number, seed: number): SimulatedAccount {
  const random = seedRandom(seed);
  const world = makeWorld(kind, random);
  const leads = Array.from({ length: outcomes }, (_, index): DecidedLead => {
    const drawn = drawLead(random);
    if (kind === 'drifting') drift(world, random);
    const isFlipped = kind === 'flipped' && index >= outcomes / 2;
    const isWon = random() < 1 / (1 + Math.exp(-logitOf(world, drawn))) !== isFlipped;
    return {
      lead: drawn.lead,
      outcome: isWon ? 'won' : 'lost',
      receivedAt: new Date(FIRST_DAY + index * HOUR_MS),
    };
  });
  return { kind, leads };
}

interface World {
  readonly base: number;
  readonly quality: number;
  readonly perSeat: number;
  /** By question or source and its answer. */
  readonly effects: Map<string, number>;
}

function makeWorld(kind: AccountKind, random: Random): World {
  const isRandom = kind === 'random';
  const matters = kind === 'signal' || kind === 'drifting' || kind === 'flipped';
  // From hardly anything to a lot, because accounts differ.
  const strength = matters ? 0.2 + 0.9 * random() : 0;
  const effects = new Map<string, number>();
  for (const [question, answers] of [...Object.entries(QUESTIONS), ['source', SOURCES] as const])
    for (const answer of answers) effects.set(`${question}: ${answer}`, strength * normal(random));
  return {
    base: -2.2 + 2 * random(),
    quality: isRandom ? 0 : 0.3 + random(),
    perSeat: matters ? 0.02 * normal(random) : 0,
    effects,
  };
}

/** A step of a random walk: after 1,000 leads, effects have changed by about as much as they differ. */
function drift({ effects }: World, random: Random): void {
  for (const [answer, effect] of effects) effects.set(answer, effect + 0.02 * normal(random));
}

interface Drawn {
  readonly lead: Lead;
  readonly quality: number;
  readonly answers: readonly string[];
  readonly seats: number;
}

function drawLead(random: Random): Drawn {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const [message, quality] = pick(MESSAGES);
  const source = pick(SOURCES);
  const seats = Math.ceil(60 * random() ** 2);
  const fields: Record<string, string> = { Seats: String(seats) };
  const answers = [`source: ${source}`];
  for (const [question, options] of Object.entries(QUESTIONS)) {
    // Some questions are optional.
    if (question === 'Region' && random() < 0.3) continue;
    const answer = pick(options);
    fields[question] = answer;
    answers.push(`${question}: ${answer}`);
  }
  const read = readLead({
    name: 'Sam Example',
    email: pick(EMAILS),
    phone: pick(PHONES),
    message,
    source,
    custom_fields: fields,
  });
  if (!read.ok) throw new Error(read.error);
  return { lead: read.lead, quality, answers, seats };
}

function logitOf({ base, quality, perSeat, effects }: World, drawn: Drawn): number {
  let logit = base + quality * drawn.quality + perSeat * (drawn.seats - 20);
  for (const answer of drawn.answers) logit += effects.get(answer) ?? 0;
  return logit;
}

/** By Box and Muller. */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
