// What a draft changes, one line each.

import type { AccountSettings } from '@leadline/contract';
import { List, Text } from '@mantine/core';
import type { Tree } from './changes.ts';
import { describeChange } from './describe-change.ts';

const MAX_NAMED = 5;

interface ChangeSummaryProps {
  readonly groups: AccountSettings['groups'];
  readonly differences: readonly (readonly string[])[];
  /** What is live, and the draft. */
  readonly values: { readonly before: Tree; readonly after: Tree };
  readonly isTried: boolean;
}

export function ChangeSummary({ groups, differences, values, isTried }: ChangeSummaryProps) {
  const shown = differences.slice(0, MAX_NAMED);
  const more = differences.length - shown.length;
  return (
    <>
      <List listStyleType="none" fw={500} aria-label="Changes">
        {shown.map((names) => (
          <List.Item key={names.join('.')}>{describeChange(groups, names, values)}</List.Item>
        ))}
        {more > 0 && <List.Item>and {more} more</List.Item>}
      </List>
      {!isTried && <Text>You haven’t tried this on past leads yet.</Text>}
    </>
  );
}
