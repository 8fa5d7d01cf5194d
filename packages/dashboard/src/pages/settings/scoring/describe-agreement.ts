// Puts into words how well scores agree with outcomes before and after a change.

import type { BacktestResultData } from '@leadline/contract';
import { formatShare } from '../../../components/format-number.ts';

type Agreement = NonNullable<BacktestResultData['agreement']>;
type Estimate = Agreement['difference']['auc'];

export interface Finding {
  readonly text: string;
  /** What the difference says. */
  readonly verdict: string;
}

/** Of the leads; the contract defines lift by it. */
const TOP_SHARE = 0.2;

export function describeAgreement({ before, after, difference }: Agreement): Finding[] {
  return [
    {
      text: `The top 20% of leads by score contains ${withInterval(shareOfWins(after.lift))} of the wins, ${withInterval(shareOfWins(before.lift))} before.`,
      verdict: judge(difference.lift, 'More of the wins are at the top', 'Fewer of the wins are at the top'),
    },
    {
      text: `A won lead scores higher than a lost one in ${withInterval(after.auc)} of comparisons, ${withInterval(before.auc)} before. 50% would be chance.`,
      verdict: judge(difference.auc, 'Scores agree better with outcomes', 'Scores agree worse with outcomes'),
    },
  ];
}

/** A lift of 2.9 means that the top 20 % have 2.9 times their share of the wins: 58 %. */
const shareOfWins = ({ value, low, high }: Estimate): Estimate => ({
  value: toShare(value),
  low: toShare(low),
  high: toShare(high),
});

const toShare = (lift: number): number => Math.min(1, lift * TOP_SHARE);

/** "58% (50–66%)" */
function withInterval({ value, low, high }: Estimate): string {
  const from = formatShare(low);
  const to = formatShare(high);
  if (from === to) return formatShare(value);
  return `${formatShare(value)} (${from.replace(/^(\d+)%$/, '$1')}–${to})`;
}

function judge({ value, low, high }: Estimate, better: string, worse: string): string {
  if (value === 0 && low === 0 && high === 0) return 'No difference.';
  if (low <= 0 && high >= 0) return 'The difference could be chance.';
  return `${value > 0 ? better : worse} than before.`;
}
