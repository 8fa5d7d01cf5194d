// Leads with outcomes for tests.

import { type Lead, readLead } from '@leadline/engine';
import { type DecidedLead, LeadTable } from '../src/index.ts';
import { seedRandom } from '../src/random.ts';

export const FIRST_DAY = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

export function mustRead(input: unknown): Lead {
  const read = readLead(input);
  if (!read.ok) throw new Error(read.error);
  return read.lead;
}

export interface DrawnLead {
  readonly fields: Record<string, string>;
  readonly source?: string;
  readonly message?: string;
  readonly name?: string;
  /** From 0 to 1. */
  readonly chance: number;
}

/** Leads an hour apart; `draw` says what each answers and how likely it is won. */
export function makeDecided(
  count: number,
  seed: number,
  draw: (random: () => number, index: number) => DrawnLead,
): DecidedLead[] {
  const random = seedRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const {
      fields,
      source = 'Website',
      message = 'We need a quote',
      name = '',
      chance,
    } = draw(random, index);
    return {
      lead: mustRead({ name, email: 'ana@hartwell-foods.com', source, message, custom_fields: fields }),
      outcome: random() < chance ? 'won' : 'lost',
      receivedAt: new Date(FIRST_DAY + index * HOUR_MS),
    };
  });
}

export function tableOf(decided: readonly DecidedLead[]): LeadTable {
  const table = new LeadTable();
  for (const lead of decided) table.add(lead);
  return table;
}

export const pick = <Item>(random: () => number, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

/** Referrals and the retail industry win, everything else rarely does. */
export const withSignal = (count: number, seed: number): DecidedLead[] =>
  makeDecided(count, seed, (random) => {
    const source = pick(random, ['Referral', 'Trade fair', 'Facebook', 'Website']);
    const industry = pick(random, ['Retail', 'Health', 'Food', 'Finance']);
    const seats = Math.ceil(50 * random());
    return {
      source,
      fields: { Industry: industry, Seats: String(seats), Newsletter: 'yes' },
      chance:
        (source === 'Trade fair' ? 0.5 : 0.15) + (industry === 'Retail' ? 0.3 : 0) + (seats > 30 ? 0.1 : 0),
    };
  });
