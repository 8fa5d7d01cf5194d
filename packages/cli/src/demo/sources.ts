// Where leads come from, and what kind of lead each source brings.

import type { Intent } from './inquiries.ts';
import type { Noise } from './noise.ts';

interface Source {
  /** Of a hundred leads or so. */
  readonly leads: number;
  /** How good they are, from 0 to 1. */
  readonly quality: number;
}

const SOURCES = {
  google: { leads: 23, quality: 0.6 },
  website: { leads: 14, quality: 0.45 },
  referral: { leads: 11, quality: 0.95 },
  'pricing page': { leads: 10, quality: 0.8 },
  facebook: { leads: 10, quality: 0.2 },
  linkedin: { leads: 8, quality: 0.5 },
  newsletter: { leads: 6, quality: 0.4 },
  'trade show': { leads: 5, quality: 0.65 },
  'purchased list': { leads: 4, quality: 0.1 },
  chat: { leads: 4, quality: 0.55 },
  webinar: { leads: 3, quality: 0.45 },
  partner: { leads: 3, quality: 0.85 },
  // A form that does not say.
  '': { leads: 2, quality: 0.3 },
} as const satisfies Readonly<Record<string, Source>>;

export type SourceName = keyof typeof SOURCES;

export const SOURCE_WEIGHTS = Object.fromEntries(
  Object.entries(SOURCES).map(([name, { leads }]) => [name, leads]),
) as Record<SourceName, number>;

export const qualityOf = (source: SourceName): number => SOURCES[source].quality;

/** What its leads write, by weight. */
export function mixOf(source: SourceName): Record<Intent | Noise, number> {
  const quality = qualityOf(source);
  const rest = 1 - quality;
  return {
    ready: 6 + 34 * quality,
    serious: 12 + 28 * quality,
    curious: 22,
    vague: 4 + 18 * rest,
    spam: 14 * rest,
    pitch: 10 * rest,
    job: 6 * rest,
    support: 5,
    nothing: 4 * rest,
    machine: 1.5 * rest,
  };
}
