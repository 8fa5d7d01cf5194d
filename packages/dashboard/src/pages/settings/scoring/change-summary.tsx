// What a draft changes, in a sentence.

import type { AccountSettings } from '@leadline/contract';
import { Text } from '@mantine/core';
import { nameSetting } from './name-setting.ts';

const MAX_NAMED = 5;
const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' });

interface ChangeSummaryProps {
  readonly groups: AccountSettings['groups'];
  readonly differences: readonly (readonly string[])[];
  readonly isTried: boolean;
}

export function ChangeSummary({ groups, differences, isTried }: ChangeSummaryProps) {
  const names = differences.slice(0, MAX_NAMED).map((parts) => nameSetting(groups, parts));
  const more = differences.length - names.length;
  return (
    <Text>
      This changes {AND.format(more > 0 ? [...names, `${more} more`] : names)}.
      {!isTried && ' You haven’t tried it on past leads yet.'}
    </Text>
  );
}
