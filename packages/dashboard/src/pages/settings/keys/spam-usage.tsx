// How many leads graded Spam the account got without using up its plan.

import type { UsageResult } from '@leadline/contract';
import { Text } from '@mantine/core';
import { describeUncounted } from '../../../components/describe-uncounted.ts';
import { formatCountOf } from '../../../components/format-number.ts';

export function SpamUsage({ spam }: { readonly spam: UsageResult['data']['spam'] }) {
  const text = describeUncounted(spam);
  if (text === null) return null;
  const isFull = spam.limit !== null && spam.not_counted >= spam.limit;
  return (
    <Text mt="sm" {...(isFull ? { c: 'var(--ll-warning)' } : {})}>
      {text}{' '}
      {spam.limit !== null &&
        (isFull
          ? 'That is the limit: further spam is rejected until next month. Leads that don’t look like spam are still accepted.'
          : `After ${formatCountOf(spam.limit, 'spam lead')}, further spam is rejected until next month.`)}
    </Text>
  );
}
