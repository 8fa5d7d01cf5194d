// Puts into words how right the model is.

import type { AccountModel } from '@leadline/contract';
import { formatBounds, formatCountOf, formatShare } from '../../../components/format-number.ts';

export type HeldOut = NonNullable<NonNullable<AccountModel['latest']>['report']['held_out']>;

export function describeReliability(bins: HeldOut['reliability']): string {
  const within = bins.filter(({ predicted, low, high }) => low <= predicted && predicted <= high).length;
  const top = bins.at(-1);
  if (top === undefined) return 'There is nothing to compare yet.';
  const highest = `Of the leads it rated highest, it expected ${formatShare(top.predicted)} to be won; ${formatShare(top.observed)} were.`;
  return bins.length === 1
    ? highest
    : `${highest} In ${within} of ${bins.length} groups, the prediction is within the likely range of what happened.`;
}

export function describeLift({ model, rules }: HeldOut['lift']): string {
  if (model === null) return 'There are no wins to find yet.';
  const share = formatShare(model.called);
  const others =
    rules === null ? '' : ` The top ${share} by the rules alone would find ${formatShare(rules.found)}.`;
  return `Calling the top ${share} finds ${formatShare(model.found)} of the wins.${others}`;
}

export function describeAuc({ outcomes, auc: { model, rules } }: Pick<HeldOut, 'outcomes' | 'auc'>): string {
  if (model === null) return 'There are too few outcomes to compare.';
  const others =
    rules === null
      ? ''
      : ` The rules alone manage ${formatShare(rules.value)} (${formatBounds(rules.low, rules.high)}).`;
  return `On the latest ${formatCountOf(outcomes, 'outcome')}, which were held out, it rates a won lead above a lost one in ${formatShare(model.value)} of comparisons (${formatBounds(model.low, model.high)}).${others} 50% would be chance.`;
}
