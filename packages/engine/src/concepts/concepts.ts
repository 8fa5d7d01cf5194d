// The vocabulary: what a head of sales would name in a lead. Every entry that a message or a form earns is one of
// these, with the lead's own words as evidence. The order is that of the trained table: append, never reorder.

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

/** Present, or strong: "soon" and "today". */
export type Strength = 1 | 2;

/** Concepts that say a lead is not a sale: each caps the score, so each is read for precision. */
/** In the order of the trained table. */
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

/** What is asked of a lead as a whole, beside the capping concepts: no entry of the ledger, but evidence for reading its
 * clauses. In this order after the capping concepts; append, never reorder. */
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
