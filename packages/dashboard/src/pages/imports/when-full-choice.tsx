// What to do if the plan's monthly limit is reached during the import.

import type { Import } from '@leadline/contract';
import { Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usageQuery } from '../../api/usage-query.ts';
import { formatCountOf } from '../../components/format-number.ts';

interface WhenFullChoiceProps {
  readonly value: Import['when_full'];
  readonly onChange: (value: Import['when_full']) => void;
}

export function WhenFullChoice({ value, onChange }: WhenFullChoiceProps) {
  const { data: usage } = useQuery(usageQuery);
  const left = usage?.left;
  if (left === null) return null; // the plan has no limit
  return (
    <Radio.Group
      label="If you reach your plan’s limit"
      description={
        left === undefined
          ? 'Imported leads count toward the month of the import.'
          : `${formatCountOf(left, 'lead')} left this month. Imported leads count toward the month of the import.`
      }
      value={value}
      onChange={(chosen) => onChange(chosen as Import['when_full'])}
    >
      <Stack gap={6} mt="xs">
        <Radio value="stop" label="Stop" description="You can resume from that line for a week." />
        <Radio
          value="skip"
          label="Continue"
          description="Leads over the limit are listed as rejected rows."
        />
      </Stack>
    </Radio.Group>
  );
}
