// How long leads took to close. Only a lead's last outcome counts; a reopened lead is not closed.

import type { Insights } from '@leadline/contract';
import type { LeadSums } from './lead-sums.ts';
import { CLOSING_ENDS_S, countTimes, medianHours, rangeFrom, type TimeCount } from './time-ranges.ts';

const LABELS = [
  'Under an hour',
  '1 hour to 1 day',
  '1 to 3 days',
  '3 to 7 days',
  '7 to 30 days',
  '30 days or longer',
];

export function describeSpeed({ closings }: LeadSums): Insights['speed'] {
  const timesOf = (outcome: 'won' | 'lost'): TimeCount[] =>
    closings.flatMap(([closed, times]) => (closed === outcome ? times : []));
  const [won, lost] = [timesOf('won'), timesOf('lost')];
  const all = [...won, ...lost];
  return {
    decided: countTimes(all),
    median_hours: medianHours(all),
    ranges: LABELS.map((label, place) => ({
      label,
      won: countTimes(within(won, place)),
      lost: countTimes(within(lost, place)),
    })),
  };
}

const within = (times: readonly TimeCount[], place: number): TimeCount[] => {
  const first = place === 0 ? 0 : rangeFrom(CLOSING_ENDS_S[place - 1] as number);
  const end = place === CLOSING_ENDS_S.length ? Infinity : rangeFrom(CLOSING_ENDS_S[place] as number);
  return times.filter(([range]) => range >= first && range < end);
};
