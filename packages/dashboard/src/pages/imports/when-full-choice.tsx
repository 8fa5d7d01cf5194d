// What to do when the month's leads run out in the middle of a file.

import type { Import } from '@leadline/contract';
import { Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usageQuery } from '../../api/usage-query.ts';
import { formatCount } from '../../components/format-number.ts';

interface WhenFullChoiceProps {
  readonly value: Import['when_full'];
  readonly onChange: (value: Import['when_full']) => void;
}

export function WhenFullChoice({ value, onChange }: WhenFullChoiceProps) {
  const { data: usage } = useQuery(usageQuery);
  const left = usage?.left;
  if (left === null) return null; // a plan without a limit
  return (
    <Radio.Group
      label="If the leads of your plan run out"
      description={
        left === undefined
          ? 'Imported leads count in the month they are imported.'
          : `${formatCount(left)} are left this month. Imported leads count in the month they are imported.`
      }
      value={value}
      onChange={(chosen) => onChange(chosen as Import['when_full'])}
    >
      <Stack gap={6} mt="xs">
        <Radio value="stop" label="Stop there" description="It can be resumed at that line for a week." />
        <Radio
          value="skip"
          label="Read to the end"
          description="What does not fit is put among the refused rows."
        />
      </Stack>
    </Radio.Group>
  );
}
