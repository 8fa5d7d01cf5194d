// Asks how dates like 03/04/2026 are meant, if the file doesn't decide.

import type { DateOrder, Preview } from '@leadline/contract';
import { Group, Radio, Title } from '@mantine/core';

interface DateOrderChoiceProps {
  readonly found: NonNullable<Preview['date_order']>;
  readonly value: DateOrder | undefined;
  readonly onChange: (order: DateOrder) => void;
}

export function DateOrderChoice({ found, value, onChange }: DateOrderChoiceProps) {
  return (
    <section aria-labelledby="dates">
      <Title order={2} id="dates" mb="xs">
        Dates
      </Title>
      <Radio.Group
        label={`Which day is ${found.example}?`}
        description="No date in the file shows whether the day or the month comes first."
        value={value ?? ''}
        onChange={(order) => onChange(order as DateOrder)}
      >
        <Group gap="lg" mt="xs">
          <Radio value="day_first" label={describeDay(found.example, 'day_first')} />
          <Radio value="month_first" label={describeDay(found.example, 'month_first')} />
        </Group>
      </Radio.Group>
    </section>
  );
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

function describeDay(example: string, order: DateOrder): string {
  const [first = 1, second = 1] = example.split('/').map(Number);
  const [day, month] = order === 'day_first' ? [first, second] : [second, first];
  return DAY.format(Date.UTC(2000, month - 1, day));
}
