// The concepts that a head of sales would look for in a lead. Every ledger entry for a message or an answer is one of
// these, with a quote as evidence. The trained table depends on the order: append, never reorder.

export const CONCEPTS = [
  'need',
  'trigger',
  'committed',
  'urgent',
  'deadline',
  'stakes',
  'scope',
  'next-step',
  'call',
  'returning',
  'switching',
  'referred',
  'authority',
  'can-you',
  'comparing',
  'not-ready',
  'information',
  'no-money',
  'no-need',
  'support',
  'gone',
  'donation',
  'pitch',
  'job',
  'scam',
  'fake',
] as const;

export type Concept = (typeof CONCEPTS)[number];

/** 1 is present ("soon"), 2 is strong ("today"). */
export type Strength = 1 | 2;

/** Concepts that mean a lead is not a sale. Each caps the score, so they are tuned for precision. Listed in the order
 * of the trained table. */
export const CAPPING = [
  'no-need',
  'support',
  'gone',
  'donation',
  'pitch',
  'job',
  'scam',
  'fake',
] as const satisfies readonly Concept[];
/** Worst first: a scam that also pitches is a scam. */
export const CAPPING_BY_WEIGHT = [
  'fake',
  'scam',
  'pitch',
  'job',
  'donation',
  'gone',
  'no-need',
  'support',
] as const satisfies readonly (typeof CAPPING)[number][];

export type CappingConcept = (typeof CAPPING)[number];

/** Signs about the lead as a whole. They add no ledger entries but help interpret the clauses. In the trained table
 * they follow the capping concepts in this order: append, never reorder. */
export const LEAD_SIGNS = [
  'buyer',
  'considering',
  'ready',
  'within-months',
  'within-days',
  'specific',
  'worth-a-call',
  'call-first',
  'unlikely',
] as const;
export const LEAD_COLUMNS = CAPPING.length + LEAD_SIGNS.length;

const CAPPING_NAMES: ReadonlySet<string> = new Set(CAPPING);
export const isCapping = (concept: Concept): concept is CappingConcept => CAPPING_NAMES.has(concept);

export const CONCEPT_NUMBER: Readonly<Record<Concept, number>> = Object.fromEntries(
  CONCEPTS.map((concept, number) => [concept, number]),
) as Record<Concept, number>;
