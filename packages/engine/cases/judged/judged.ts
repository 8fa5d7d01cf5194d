// Reads leads that were judged by how promising they are.

export const TIERS = ['discard', 'weak', 'nurture', 'good', 'call-now'] as const;
export type Tier = (typeof TIERS)[number];

export interface JudgedLead {
  readonly tier: Tier;
  readonly kind: string;
  readonly language: string;
  readonly hard: boolean;
  readonly lead: Readonly<Record<string, unknown>>;
}

/** Kinds that must be graded Spam or Cold. */
export const JUNK_KINDS: ReadonlySet<string> = new Set(['spam', 'vendor-pitch', 'job-seeker', 'gibberish']);

export const readJudged = (ndjson: string): JudgedLead[] =>
  ndjson
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JudgedLead);
