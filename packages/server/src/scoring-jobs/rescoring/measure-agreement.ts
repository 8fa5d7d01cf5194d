// How well scores agree with outcomes: AUC and lift, with bootstrap intervals. Pure: the random numbers have a fixed seed,
// so the same leads always give the same figures.

export interface DecidedLead {
  readonly isWon: boolean;
  /** From 0 to 100. */
  readonly before: number;
  readonly after: number;
}

export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface Agreement {
  /** The chance that a won lead scores higher than a lost one; a tie counts half. */
  readonly auc: Estimate;
  /** The win rate of the top fifth, as a multiple of the win rate of all. */
  readonly lift: Estimate;
}

export interface ComparedAgreement {
  readonly before: Agreement;
  readonly after: Agreement;
  /** After minus before, from the same samples: narrower than the two intervals suggest. */
  readonly difference: Agreement;
}

const SAMPLES = 400;
const SEED = 20_261;
const TOP_SHARE = 0.2;
const SCORES = 101;
const MIN_TAIL = 0.025;

/** Null unless there are won and lost leads. */
export function compareAgreement(leads: readonly DecidedLead[]): ComparedAgreement | null {
  const won = leads.filter(({ isWon }) => isWon);
  const lost = leads.filter(({ isWon }) => !isWon);
  if (won.length === 0 || lost.length === 0) return null;
  const random = makeRandom(SEED);
  const whole = measureBoth(countScores(won), countScores(lost));
  // Won and lost leads are drawn separately, so that every sample has both.
  const samples = Array.from({ length: SAMPLES }, () =>
    measureBoth(drawScores(won, random), drawScores(lost, random)),
  );
  const estimate = (read: (measured: MeasuredBoth) => number): Estimate => {
    const values = Float64Array.from(samples, read).sort();
    return {
      value: round(read(whole)),
      low: round(quantile(values, MIN_TAIL)),
      high: round(quantile(values, 1 - MIN_TAIL)),
    };
  };
  return {
    before: { auc: estimate(({ before }) => before.auc), lift: estimate(({ before }) => before.lift) },
    after: { auc: estimate(({ after }) => after.auc), lift: estimate(({ after }) => after.lift) },
    difference: {
      auc: estimate(({ before, after }) => after.auc - before.auc),
      lift: estimate(({ before, after }) => after.lift - before.lift),
    },
  };
}

interface Measured {
  readonly auc: number;
  readonly lift: number;
}

interface MeasuredBoth {
  readonly before: Measured;
  readonly after: Measured;
}

/** How many leads have each score. */
interface Counts {
  readonly before: Float64Array;
  readonly after: Float64Array;
}

const emptyCounts = (): Counts => ({ before: new Float64Array(SCORES), after: new Float64Array(SCORES) });

function countScores(leads: readonly DecidedLead[]): Counts {
  const counts = emptyCounts();
  for (const lead of leads) add(counts, lead);
  return counts;
}

function drawScores(leads: readonly DecidedLead[], random: () => number): Counts {
  const counts = emptyCounts();
  for (let i = 0; i < leads.length; i++)
    add(counts, leads[Math.floor(random() * leads.length)] as DecidedLead);
  return counts;
}

function add({ before, after }: Counts, lead: DecidedLead): void {
  before[lead.before] = (before[lead.before] as number) + 1;
  after[lead.after] = (after[lead.after] as number) + 1;
}

const measureBoth = (won: Counts, lost: Counts): MeasuredBoth => ({
  before: { auc: aucOf(won.before, lost.before), lift: liftOf(won.before, lost.before) },
  after: { auc: aucOf(won.after, lost.after), lift: liftOf(won.after, lost.after) },
});

function aucOf(won: Float64Array, lost: Float64Array): number {
  let lostBelow = 0;
  let pairs = 0;
  for (let score = 0; score < SCORES; score++) {
    const lostHere = lost[score] as number;
    pairs += (won[score] as number) * (lostBelow + lostHere / 2);
    lostBelow += lostHere;
  }
  return pairs / (sum(won) * lostBelow);
}

/** Leads that tie at the border of the top count in part. */
function liftOf(won: Float64Array, lost: Float64Array): number {
  const allWon = sum(won);
  const all = allWon + sum(lost);
  const top = all * TOP_SHARE;
  let left = top;
  let wonInTop = 0;
  for (let score = SCORES - 1; score >= 0 && left > 0; score--) {
    const here = (won[score] as number) + (lost[score] as number);
    if (here === 0) continue;
    const taken = Math.min(left, here);
    wonInTop += ((won[score] as number) * taken) / here;
    left -= taken;
  }
  return wonInTop / top / (allWon / all);
}

const sum = (counts: Float64Array): number => counts.reduce((total, count) => total + count, 0);

/** `values` are sorted. */
function quantile(values: Float64Array, share: number): number {
  const place = share * (values.length - 1);
  const below = values[Math.floor(place)] as number;
  const above = values[Math.ceil(place)] as number;
  return below + (above - below) * (place - Math.floor(place));
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Mulberry32: small, fast, and good enough to draw samples. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
