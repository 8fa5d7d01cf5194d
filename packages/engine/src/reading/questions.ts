// The seven questions that a salesperson asks of a lead. The trained tables depend on the order of these lists: append,
// never reorder.

/** What a lead can ask for: the strongest ask counts, in this order. */
export const SALE_ASKS = [
  'emergency',
  'order',
  'book',
  'demo',
  'quote',
  'price',
  'call',
  'availability',
  'info',
  'interest',
  'none',
] as const;

/** What somebody wants who isn't buying. */
export const OTHER_ASKS = [
  'reschedule',
  'support',
  'complaint',
  'leave',
  'job',
  'pitch',
  'partner',
  'press',
  'study',
  'donation',
  'scam',
  'fake',
] as const;

export const ASKS = [...SALE_ASKS, ...OTHER_ASKS] as const;

export type SaleAsk = (typeof SALE_ASKS)[number];
export type OtherAsk = (typeof OTHER_ASKS)[number];
export type Ask = (typeof ASKS)[number];

/** What exactly, when, who, how decided, what happened, what is in the way. Each has an answer from 0 to 2. */
export const QUESTIONS = ['what', 'when', 'who', 'decided', 'happened', 'way'] as const;
export type Question = (typeof QUESTIONS)[number];

const SALES: ReadonlySet<string> = new Set(SALE_ASKS);
export const isSale = (ask: Ask): ask is SaleAsk => SALES.has(ask);
