// A model learned from an account's outcomes, as the engine sees it. It is injected, so that the engine doesn't depend on
// how it was trained.

import type { Facts } from './facts/read-facts.ts';
import type { Grade } from './grade.ts';
import type { Lead } from './lead.ts';
import type { LedgerEntry } from './ledger.ts';
import type { Settings } from './settings.ts';

export interface LearnedModel {
  /** Identifies the model in a stored score, for replays. */
  readonly version: string;
  /** Must be pure. */
  weigh(lead: Lead, facts: Facts, context: LearnedContext): Learned;
}

export interface LearnedContext {
  /** The score by rules alone, without AI and without what was learned. */
  readonly ruleScore: number;
  readonly settings: Settings;
  /** When the lead was received. */
  readonly now: Date;
}

export interface Learned {
  /** In group `learned`, with whole points. */
  readonly entries: readonly LedgerEntry[];
  readonly closing: Closing;
}

/** The chance that a lead is won, from 0 to 1, with the range it is probably in. */
export interface Closing {
  readonly probability: number;
  readonly low: number;
  readonly high: number;
  /** "412 outcomes", or "stated prior" if nothing was measured. */
  readonly basis: string;
}

/** The basis of a chance that nothing was measured for. */
export const STATED_PRIOR = 'stated prior';
const NEVER: Closing = { probability: 0, low: 0, high: 0.01, basis: STATED_PRIOR };

/** What the settings state for a score. */
export function statedClosing(total: number, grade: Grade, { closing }: Settings): Closing {
  const band = closing.find(({ from }) => total >= from);
  if (grade === 'Spam' || band === undefined) return NEVER;
  const { low, high } = band;
  return { probability: (low + high) / 200, low: low / 100, high: high / 100, basis: STATED_PRIOR };
}

/** "Medium (21-34%)"; the band is the one whose stated range the probability falls into. */
export function describeClosing({ probability, low, high }: Closing, { closing }: Settings): string {
  const lowest = closing.at(-1);
  const band = closing.find((stated) => probability * 100 >= stated.low) ?? lowest;
  return `${band?.band ?? 'Very low'} (${Math.floor(low * 100)}-${Math.ceil(high * 100)}%)`;
}
