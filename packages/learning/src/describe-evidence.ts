// How leads with the same answer turned out, in numbers that people can picture: "won 1 in 31 of such leads, 1 in 9 overall".

import { formatAmount } from '@leadline/engine';

export interface Evidence {
  readonly leads: number;
  readonly won: number;
  /** What the answer is worth; only its sign matters. */
  readonly points: number;
}

/** Of fewer leads, all are counted: "3 of 12" says by itself that it is little evidence. */
const FEW_LEADS = 20;

/** `overall` is the share of all leads that was won. */
export function describeEvidence({ leads, won, points }: Evidence, overall: number): string {
  const share = leads === 0 ? overall : won / leads;
  const { own, all, order } = compareRates({ leads, won }, share, overall);
  const evidence = `won ${own} such leads, ${all}`;
  // The points compare with what the rest of the lead suggests, which can differ from the average.
  if (points > 0 && order <= 0) return `${evidence}, but more than the rest of the lead suggests`;
  return points < 0 && order >= 0 ? `${evidence}, but fewer than the rest of the lead suggests` : evidence;
}

interface ComparedRates {
  readonly own: string;
  readonly all: string;
  /** Negative if fewer such leads were won; 0 if nobody can tell from the words. */
  readonly order: number;
}

function compareRates(
  { leads, won }: Pick<Evidence, 'leads' | 'won'>,
  share: number,
  overall: number,
): ComparedRates {
  const order = share - overall;
  const rate = describeRate(overall);
  if (won === 0) return { own: `none of ${formatAmount(leads)}`, all: `${rate} overall`, order };
  if (won === leads) return { own: `all ${formatAmount(leads)}`, all: `${rate} overall`, order };
  if (leads < FEW_LEADS) return { own: `${won} of ${leads}`, all: `${rate} overall`, order };
  // Finer until they can be told apart.
  for (const describe of [describeRate, (one: number) => describeShare(one, 100), inThousand]) {
    const [own, all] = [describe(share), describe(overall)];
    if (own !== all) return { own: `${own} of`, all: `${all} overall`, order };
  }
  return { own: `${describeRate(share)} of`, all: 'the same as overall', order: 0 };
}

/** The simplest that is close: "1 in 9", "3 in 10", "98 in 100". */
function describeRate(share: number): string {
  if (share <= 0 || share >= 1) return share <= 0 ? 'none' : 'all';
  const tenths = Math.round(10 * share);
  if (tenths === 10) return describeShare(share, 100);
  const oneIn = Math.max(2, Math.round(1 / share));
  return Math.abs(1 / oneIn - share) <= Math.abs(tenths / 10 - share)
    ? `1 in ${formatAmount(oneIn)}`
    : `${tenths} in 10`;
}

/** Not none or all if some, but not all, were won. */
const describeShare = (share: number, total: number): string =>
  `${formatAmount(Math.min(total - 1, Math.max(1, Math.round(total * share))))} in ${formatAmount(total)}`;

const inThousand = (share: number): string => describeShare(share, 1_000);
