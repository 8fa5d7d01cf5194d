import type { UsageResult } from '@leadline/contract';
import { formatCountOf } from './format-number.ts';

/** Null if there was no spam. */
export const describeUncounted = ({ not_counted: count }: UsageResult['data']['spam']): string | null =>
  count === 0
    ? null
    : `${formatCountOf(count, 'spam lead')} ${count === 1 ? 'was' : 'were'} not counted this month.`;
