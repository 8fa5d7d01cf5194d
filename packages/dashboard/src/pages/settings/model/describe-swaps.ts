// Puts the swap test and the rates by country into words.

import type { AccountModel } from '@leadline/contract';
import { formatCount, formatCountOf } from '../../../components/format-number.ts';

type Report = NonNullable<AccountModel['latest']>['report'];
export type Swap = Report['swaps'][number];
export type Country = NonNullable<Report['held_out']>['by_country'][number];

export const SWAP_NAMES: Readonly<Record<Swap['swapped'], string>> = {
  name: 'Other names',
  gender: 'Words for men and women',
  religion: 'Words for religions',
  country: 'Cities and nationalities',
  dialect: 'British and American spelling',
};

export function describeSwaps(swaps: readonly Swap[]): string {
  const changed = swaps.reduce((sum, swap) => sum + swap.changed, 0);
  const most = Math.max(0, ...swaps.map(({ max_points }) => max_points));
  if (changed === 0) return 'No score changed.';
  return `${formatCountOf(changed, 'score')} changed, by up to ${formatCountOf(most, 'point')}. Check the words and exclusions in your scoring settings.`;
}

export function describeCountries(countries: readonly Country[]): string {
  const within = countries.filter(({ predicted, low, high }) => low <= predicted && predicted <= high).length;
  if (countries.length === 1) return 'There is only one group to show.';
  return within === countries.length
    ? 'In every group, the prediction is within the likely range of what happened.'
    : `In ${formatCount(within)} of ${formatCountOf(countries.length, 'group')}, the prediction is within the likely range of what happened. With many groups, some are outside by chance.`;
}

const NAMES = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' });

export function nameCountry(country: string): string {
  if (country === 'unknown') return 'No phone number, or not clear';
  return country === 'other' ? 'Other countries' : (NAMES.of(country) ?? country);
}
