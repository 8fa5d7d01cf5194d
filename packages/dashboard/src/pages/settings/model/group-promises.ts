// Merges the bins of the reliability chart into thirds of the leads, which can be read at a glance.

import type { HeldOut } from './describe-accuracy.ts';

type Bin = HeldOut['reliability'][number];

export interface Promised {
  readonly name: string;
  /** Shares of the leads, from 0 to 1. */
  readonly expected: number;
  readonly won: number;
}

/** Those rated highest first. */
export function groupPromises(bins: readonly Bin[]): Promised[] {
  const total = sumOf(bins, ({ leads }) => leads);
  const thirds: Bin[][] = [[], [], []];
  let before = 0;
  for (const bin of bins) {
    // By the middle of the bin, so that a large one is where most of its leads belong.
    const third = Math.min(2, Math.floor((3 * (before + bin.leads / 2)) / Math.max(1, total)));
    thirds[third]?.push(bin);
    before += bin.leads;
  }
  const groups = thirds.filter((third) => third.length > 0).toReversed();
  return groups.map((group, index) => {
    const leads = sumOf(group, (bin) => bin.leads);
    return {
      name: NAMES[groups.length]?.[index] ?? 'All leads',
      expected: sumOf(group, (bin) => bin.leads * bin.predicted) / leads,
      won: sumOf(group, (bin) => bin.won) / leads,
    };
  });
}

const NAMES: Readonly<Record<number, readonly string[]>> = {
  2: ['Rated high', 'Rated low'],
  3: ['Rated high', 'In between', 'Rated low'],
};

const sumOf = (bins: readonly Bin[], read: (bin: Bin) => number): number =>
  bins.reduce((sum, bin) => sum + read(bin), 0);
