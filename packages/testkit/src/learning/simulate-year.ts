// Makes up the leads of an account week by week: fewer at weekends, with outcomes that arrive late or never, and with a shift
// of a known kind in a known week, or none.

import { type Lead, readLead } from '@leadline/engine';
import { type Random, type ReceivedLead, seedRandom } from '@leadline/learning';

/** `share`: a source becomes twice as common. `win_rate`: half as many of all leads are won. `vanished`: a source stops. */
export const SHIFTS = ['share', 'win_rate', 'vanished'] as const;
export type Shift = (typeof SHIFTS)[number];

export interface SimulatedYear {
  readonly seed: number;
  readonly leadsPerWeek: number;
  readonly weeks: number;
  /** A Monday. */
  readonly start: Date;
  /** What happens in which week; null if nothing ever changes. */
  readonly shift: { readonly kind: Shift; readonly week: number } | null;
  /** Whether the mix of sources differs from week to week by more than chance, as with campaigns. */
  readonly isLumpy: boolean;
}

const SOURCES = ['Google', 'Trade fair', 'Referral', 'Facebook', 'Newsletter', 'Partner'];
const SOURCE_SHARES = [0.35, 0.15, 0.15, 0.15, 0.12, 0.08];
/** The one that shifts. */
export const SHIFTING_SOURCE = 'Trade fair';
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  Industry: ['Retail', 'Health', 'Logistics', 'Education', 'Construction', 'Food', 'Finance', 'Other'],
  Product: ['Basic', 'Plus', 'Pro'],
  Region: ['North', 'South', 'East', 'West', 'Center'],
  'Current tool': ['None', 'Spreadsheet', 'Competitor A', 'Competitor B'],
};
const EMAILS = ['ana@hartwell-foods.com', 'jo@nordhaus-bau.de', 'kim.lee@gmail.com', 'sam@yahoo.com'];
const PHONES = ['+442079460123', '+4930901820', '', ''];
const BUDGETS = ['$5,000', '$25,000', '', '', 'not sure'];
/** From Monday to Sunday. */
const WEEKDAYS = [0.2, 0.2, 0.18, 0.17, 0.15, 0.06, 0.04];
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const NEVER_DECIDED = 0.15;
/** A model shows chances from then on. */
const FIRST_CHANCE_WEEK = 8;

export function simulateYear(year: SimulatedYear): ReceivedLead[] {
  const { seed, leadsPerWeek, weeks, start, shift, isLumpy } = year;
  const random = seedRandom(seed);
  const world = makeWorld(random);
  const leads: ReceivedLead[] = [];
  for (let week = 0; week < weeks; week++) {
    const hasShifted = shift !== null && week >= shift.week;
    const shares = SOURCE_SHARES.map((share, index) => {
      const lumps = isLumpy ? Math.exp(0.5 * normal(random)) : 1;
      if (!hasShifted || SOURCES[index] !== SHIFTING_SOURCE) return share * lumps;
      return share * lumps * { share: 2.4, win_rate: 1, vanished: 0 }[shift.kind]; // 2.4 of 1.21: twice the share
    });
    const factor = hasShifted && shift.kind === 'win_rate' ? 0.5 : 1;
    for (let left = poisson(random, leadsPerWeek); left > 0; left--) {
      const day = pickBy(random, WEEKDAYS);
      const receivedAt = new Date(start.getTime() + week * WEEK_MS + (day + random()) * DAY_MS);
      leads.push(
        drawLead(random, world, { shares, factor, receivedAt, hasChance: week >= FIRST_CHANCE_WEEK }),
      );
    }
  }
  return leads;
}

interface World {
  readonly base: number;
  readonly effects: ReadonlyMap<string, number>;
  readonly medianDelayDays: number;
  /** How far off the shown chance of closing is, in logits. */
  readonly bias: number;
}

function makeWorld(random: Random): World {
  const effects = new Map<string, number>();
  for (const [question, answers] of [...Object.entries(QUESTIONS), ['source', SOURCES] as const])
    for (const answer of answers) effects.set(`${question}: ${answer}`, 0.4 * normal(random));
  return {
    base: -1.4 + random(),
    effects,
    medianDelayDays: 5 + 20 * random(),
    bias: 0.2 * normal(random),
  };
}

interface Moment {
  readonly shares: readonly number[];
  readonly factor: number;
  readonly receivedAt: Date;
  readonly hasChance: boolean;
}

function drawLead(
  random: Random,
  world: World,
  { shares, factor, receivedAt, hasChance }: Moment,
): ReceivedLead {
  const source = SOURCES[pickBy(random, shares)] as string;
  let logit = world.base + (world.effects.get(`source: ${source}`) ?? 0);
  const fields: Record<string, string> = {};
  for (const [question, options] of Object.entries(QUESTIONS)) {
    if (question === 'Region' && random() < 0.3) continue;
    const answer = pick(random, options);
    fields[question] = answer;
    logit += world.effects.get(`${question}: ${answer}`) ?? 0;
  }
  const lead = readOrThrow({
    email: pick(random, EMAILS),
    phone: pick(random, PHONES),
    budget: pick(random, BUDGETS),
    source,
    custom_fields: fields,
  });
  const isWon = random() < factor / (1 + Math.exp(-logit));
  // Deals take longer to win than to lose.
  const median = world.medianDelayDays * (isWon ? 1.3 : 0.8);
  const decidedAt = new Date(receivedAt.getTime() + median * Math.exp(0.7 * normal(random)) * DAY_MS);
  const isDecided = random() >= NEVER_DECIDED;
  const shown = logit + world.bias + 0.3 * normal(random);
  return {
    lead,
    receivedAt,
    outcome: isDecided ? (isWon ? 'won' : 'lost') : 'open',
    decidedAt: isDecided ? decidedAt : null,
    chance: hasChance ? 1 / (1 + Math.exp(-shown)) : null,
  };
}

function readOrThrow(input: unknown): Lead {
  const read = readLead(input);
  if (!read.ok) throw new Error(read.error);
  return read.lead;
}

const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

/** An index, as often as its weight says. */
function pickBy(random: Random, weights: readonly number[]): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return index;
  }
  return weights.length - 1;
}

/** By Box and Muller. */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Counts arrivals; with many, rounds a normal number, which is close enough. */
function poisson(random: Random, mean: number): number {
  if (mean > 100) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  let count = -1;
  for (let left = mean; left > 0; count++) left += Math.log(1 - random());
  return Math.max(0, count);
}
