// How often do drift alarms go off although nothing has changed, and how soon when something has? Simulates accounts that
// receive leads for a year and a half, and looks every Monday of the last year.
//   npm run bench:drift                     prints tables, and the progress to stderr
//   npm run bench:drift -- --accounts 50    fewer accounts
//   npm run bench:drift -- --json

import { seedRandom } from '@leadline/learning';
import {
  SHIFTING_SOURCE,
  SHIFTS,
  type Shift,
  type SimulatedYear,
  simulateYear,
} from '@leadline/testkit/learning/simulate-year';
import { type Alarm, watchAccount } from '@leadline/testkit/learning/watch-account';
import { readOptions } from '@leadline/testkit/read-options';

const SIZES = [5, 20, 60, 200, 500];
const START = new Date('2025-01-06T00:00:00Z');
const WEEK_MS = 7 * 86_400_000;
const LEARNING_WEEKS = 26;
const LOOKS = 52;
/** How long a shift is looked for. */
const SHIFT_LOOKS = 26;
const GOAL_PER_YEAR = 1;

const values = readOptions({
  accounts: 200,
  'lumpy-accounts': 50,
  'shifts-per-size': 10,
  seed: 1,
  json: false,
});

const random = seedRandom(values.seed);
const drawSeed = (): number => Math.floor(random() * 2 ** 31);
const sizeAt = (index: number): number => SIZES[index % SIZES.length] as number;
const weekAt = (week: number): Date => new Date(START.getTime() + week * WEEK_MS);

interface StableAccount {
  readonly leadsPerWeek: number;
  readonly isLumpy: boolean;
  readonly alarms: number;
}

function watchStable(index: number, isLumpy: boolean): StableAccount {
  const leadsPerWeek = sizeAt(index);
  const alarms = watch({ leadsPerWeek, shift: null, isLumpy, looks: LOOKS, from: LEARNING_WEEKS });
  const name = isLumpy ? 'lumpy' : 'stable';
  console.error(`${name}, ${leadsPerWeek} leads a week: ${alarms.length} false alarms`);
  return { leadsPerWeek, isLumpy, alarms: alarms.length };
}

interface ShiftedAccount {
  readonly leadsPerWeek: number;
  readonly kind: Shift;
  /** Null if it wasn't found in time. */
  readonly weeks: number | null;
}

function watchShift(leadsPerWeek: number, kind: Shift): ShiftedAccount {
  const week = LEARNING_WEEKS + 13;
  const shift = { kind, week };
  const alarms = watch({ leadsPerWeek, shift, isLumpy: false, looks: SHIFT_LOOKS, from: week + 1 });
  const first = alarms.find((alarm) => isAbout(alarm, kind));
  const weeks = first === undefined ? null : (first.foundAt.getTime() - weekAt(week).getTime()) / WEEK_MS;
  console.error(`${kind}, ${leadsPerWeek} leads a week: ${weeks ?? 'not found'}`);
  return { leadsPerWeek, kind, weeks };
}

function isAbout({ kind, field, level }: Alarm, shift: Shift): boolean {
  if (shift === 'win_rate') return kind !== 'share';
  return kind === 'share' && field === 'source' && level === SHIFTING_SOURCE.toLowerCase();
}

function watch(
  options: Pick<SimulatedYear, 'leadsPerWeek' | 'shift' | 'isLumpy'> & { looks: number; from: number },
): Alarm[] {
  const { looks, from, ...year } = options;
  const leads = simulateYear({ ...year, seed: drawSeed(), start: START, weeks: from + looks });
  return watchAccount(leads, weekAt(from), looks);
}

const stable = Array.from({ length: values.accounts }, (_, index) => watchStable(index, false));
const lumpy = Array.from({ length: values['lumpy-accounts'] }, (_, index) => watchStable(index, true));
const shifted = SHIFTS.flatMap((kind) =>
  SIZES.flatMap((size) => Array.from({ length: values['shifts-per-size'] }, () => watchShift(size, kind))),
);

/** Per account and year, with the exact 95 % interval of a Poisson count. */
function rateOf(accounts: readonly StableAccount[]): { rate: number; low: number; high: number } {
  const alarms = accounts.reduce((sum, account) => sum + account.alarms, 0);
  const years = accounts.length * (LOOKS / 52);
  return {
    rate: alarms / years,
    low: alarms === 0 ? 0 : meanWithTail(alarms - 1, 0.975) / years,
    high: meanWithTail(alarms, 0.025) / years,
  };
}

/** The mean with which a Poisson count is at most `most` with this probability. */
function meanWithTail(most: number, probability: number): number {
  const atMost = (mean: number): number => {
    let term = Math.exp(-mean);
    let sum = term;
    for (let k = 1; k <= most; k++) {
      term *= mean / k;
      sum += term;
    }
    return sum;
  };
  let low = 0;
  let high = 10 * (most + 10);
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (atMost(middle) > probability) low = middle;
    else high = middle;
  }
  return low;
}

const result = {
  false_alarms: rateOf(stable),
  worst: Math.max(...stable.map(({ alarms }) => alarms)),
  lumpy: rateOf(lumpy),
  stable,
  lumpy_accounts: lumpy,
  shifted,
};
if (values.json) console.log(JSON.stringify(result));
else print();

function print(): void {
  const show = ({ rate, low, high }: ReturnType<typeof rateOf>): string =>
    `${rate.toFixed(3)} (95% ${low.toFixed(3)} to ${high.toFixed(3)})`;
  console.log('False alarms per account and year, nothing changes:');
  for (const size of SIZES)
    console.log(
      `  ${String(size).padStart(3)} leads a week: ${show(rateOf(stable.filter(({ leadsPerWeek }) => leadsPerWeek === size)))}`,
    );
  console.log(
    `  all ${stable.length}: ${show(result.false_alarms)}, worst account ${result.worst} (goal: at most ${GOAL_PER_YEAR})`,
  );
  console.log(`  mix of sources differs by week, ${lumpy.length} accounts: ${show(result.lumpy)}`);
  console.log('\nWeeks until a shift is found: median (found within 4, 8, 13, 26 weeks)');
  for (const kind of SHIFTS)
    for (const size of SIZES) {
      const weeks = shifted
        .filter((account) => account.kind === kind && account.leadsPerWeek === size)
        .map((account) => account.weeks ?? Number.POSITIVE_INFINITY)
        .toSorted((a, b) => a - b);
      const within = (most: number): string =>
        `${Math.round((100 * weeks.filter((found) => found <= most).length) / weeks.length)}%`;
      const median = weeks[(weeks.length - 1) >> 1] ?? Number.POSITIVE_INFINITY;
      console.log(
        `  ${kind.padEnd(9)} ${String(size).padStart(3)} a week: ${Number.isFinite(median) ? median : '>26'} (${[4, 8, 13, 26].map(within).join(', ')})`,
      );
    }
}
