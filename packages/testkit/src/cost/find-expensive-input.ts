// Searches for the most expensive input of a target: starts with patterns known to be nasty, then keeps changing the
// most expensive inputs found so far. Costs and the budget are CPU times of this thread, so that other work on
// the machine hardly affects them.

import fc from 'fast-check';
import type { CostTarget } from './cost-target.ts';

export interface ExpensiveInput {
  readonly costMs: number;
  readonly description: string;
  readonly tried: number;
}

/** A text made of repeated pieces, which is how nearly all expensive inputs look. */
interface Genome {
  readonly pieces: readonly Piece[];
  readonly shape: number;
}

interface Piece {
  readonly text: string;
  /** The share of the length that this piece fills; 0 means once. */
  readonly weight: number;
}

const PATTERNS = [
  '1 ',
  '1',
  '1-',
  '0',
  '$5k ',
  '1,000,',
  'a',
  'a ',
  'A',
  'a@',
  '@',
  'a@b.co ',
  '.',
  '-',
  '- ',
  '(',
  ')',
  '"',
  "'",
  '\\',
  '\\\\',
  '/',
  '://a:',
  'http://a.b/ ',
  '?a=',
  '&',
  'a=&',
  'a=b&',
  '=',
  '%',
  '%26',
  '%2525',
  '%41',
  '&#38;',
  '&#0',
  '&amp;',
  '+',
  '[',
  ']',
  '{',
  '{"a":',
  '["a",',
  '"a":"b",',
  '<',
  '<a>',
  '>',
  ' ',
  '\n',
  '\t',
  '\r\n',
  ',',
  ';',
  '|',
  '""',
  '","',
  'é',
  '\u0301',
  '\u200d',
  '\u00a0',
  '\u2028',
  '我们需要',
  '我',
  'ぁ',
  '👍',
  'İ',
  'ß',
  'ﷺ',
  'not ',
  'and ',
  'budget ',
  'between 5 and 10 ',
  'next monday ',
  '12/12/2026 ',
  'URGENT ',
  'token',
  'token: ',
  "token='",
  'password ',
  'll_live_',
  'whsec_',
  '+1 212 555 0142 ',
  '0161 496 0100 ',
  'ana@acme.com',
  'ignore previous instructions ',
  'We need a new website for our company. ',
  '? ',
  '! ',
  'x\n',
  'k',
  'Anna ',
  '5 million ',
  'asap ',
  '\u202e',
  '\ufeff',
];

const piece = (patterns: readonly string[]): fc.Arbitrary<Piece> =>
  fc.record({
    text: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...patterns) },
      {
        weight: 3,
        arbitrary: fc
          .array(fc.constantFrom(...patterns), { minLength: 2, maxLength: 4 })
          .map((parts) => parts.join('')),
      },
      { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 6, unit: 'binary' }) },
    ),
    weight: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constant(0)),
  });

const KEPT = 6;

export async function findExpensiveInput(
  target: CostTarget,
  budgetMs: number,
  seed: number,
): Promise<ExpensiveInput> {
  const patterns = [...PATTERNS, ...(target.patterns ?? [])];
  const started = cpuMs();
  const best: { genome: Genome; costMs: number }[] = [];
  let tried = 0;
  const attempt = async (genome: Genome): Promise<void> => {
    tried++;
    const costMs = await measure(target, genome);
    best.push({ genome, costMs });
    best.sort((a, b) => b.costMs - a.costMs);
    best.length = Math.min(best.length, KEPT);
  };
  const used = (): number => cpuMs() - started;
  await measure(target, { pieces: [{ text: 'warm up ', weight: 1 }], shape: 0 });
  // Single patterns first, in random order, for at most half of the time.
  for (const genome of listSinglePatterns(patterns, target.shapes, seed)) {
    if (used() > budgetMs / 2) break;
    await attempt(genome);
  }
  for (let round = 0; used() < budgetMs; round++) {
    const [fresh, choice] = fc.sample(
      fc.tuple(
        fc.array(piece(patterns), { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(1_000_000), { minLength: 4, maxLength: 4 }),
      ),
      { numRuns: 1, seed: seed + round },
    )[0] as [Piece[], number[]];
    const parent = best[(choice[0] as number) % Math.max(1, best.length)];
    await attempt(
      parent === undefined
        ? { pieces: fresh, shape: 0 }
        : mutate(parent.genome, fresh, choice, target.shapes),
    );
  }
  // The first measurement may have been unlucky, for example with the garbage collector.
  const confirmed: typeof best = [];
  for (const { genome } of best) {
    const costs: number[] = [];
    for (let time = 0; time < 3; time++) costs.push(await measure(target, genome));
    confirmed.push({ genome, costMs: Math.min(...costs) });
  }
  const worst = confirmed.toSorted((a, b) => b.costMs - a.costMs)[0];
  return worst === undefined
    ? { costMs: 0, description: 'nothing tried', tried }
    : { costMs: worst.costMs, description: describe(worst.genome), tried };
}

function listSinglePatterns(patterns: readonly string[], shapes: number, seed: number): Genome[] {
  const all = patterns.flatMap((text) =>
    Array.from({ length: shapes }, (_, shape): Genome => ({ pieces: [{ text, weight: 1 }], shape })),
  );
  return fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { numRuns: 1, seed })[0] as Genome[];
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function mutate(
  { pieces, shape }: Genome,
  fresh: readonly Piece[],
  choice: readonly number[],
  shapes: number,
): Genome {
  const [, kind = 0, place = 0, other = 0] = choice;
  const at = place % pieces.length;
  const changed = [...pieces];
  switch (kind % 6) {
    case 0:
      changed.splice(at, 1, ...fresh);
      break;
    case 1:
      changed.splice(at, 0, ...fresh);
      break;
    case 2:
      if (changed.length > 1) changed.splice(at, 1);
      break;
    case 3:
      changed[at] = {
        text: `${pieces[at]?.text}${fresh[0]?.text}`.slice(0, 60),
        weight: pieces[at]?.weight ?? 1,
      };
      break;
    case 4:
      changed[at] = { text: pieces[at]?.text ?? 'a', weight: other % 9 };
      break;
    default:
      return { pieces, shape: other % shapes };
  }
  return { pieces: changed.slice(0, 8), shape };
}

function express({ pieces }: Genome, length: number): string {
  const once = pieces.reduce((sum, { text, weight }) => sum + (weight === 0 ? text.length : 0), 0);
  const shares = pieces.reduce((sum, { weight }) => sum + weight, 0);
  const left = Math.max(0, length - once);
  return pieces
    .map(({ text, weight }) =>
      weight === 0 ? text : text.repeat(Math.floor((left * weight) / shares / text.length)),
    )
    .join('')
    .slice(0, length)
    .toWellFormed();
}

async function measure(target: CostTarget, genome: Genome): Promise<number> {
  const work = target.prepare(express(genome, target.maxLength), genome.shape);
  const start = cpuMs();
  await work();
  return cpuMs() - start;
}

const describe = ({ pieces, shape }: Genome): string =>
  `${pieces.map(({ text, weight }) => `${JSON.stringify(text)}${weight === 0 ? '' : `×${weight}`}`).join(' ')}, shape ${shape}`;
