// Selects the period, which is part of the URL so that it can be bookmarked and shared.

import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { type Range, type RangeId, validateDays } from './range.ts';
import classes from './range-control.module.css';

const CHOICES: readonly { readonly value: RangeId; readonly label: string }[] = [
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: '12m', label: '12 months' },
  { value: 'custom', label: 'Custom' },
];

interface RangeControlProps {
  readonly range: Range;
  readonly onChange: (search: Readonly<Record<string, string>>) => void;
}

export function RangeControl({ range, onChange }: RangeControlProps) {
  const [isEditing, setIsEditing] = useState(false);
  const isCustom = isEditing || range.id === 'custom';

  function choose(id: string): void {
    setIsEditing(id === 'custom');
    if (id !== 'custom') onChange({ range: id });
  }

  return (
    <Stack gap="xs" className={classes.control ?? ''}>
      <SegmentedControl
        aria-label="Period"
        size="xs"
        data={[...CHOICES]}
        value={isCustom ? 'custom' : range.id}
        onChange={choose}
      />
      {isCustom && (
        <CustomDays
          // Resets the fields when the URL changes.
          key={`${range.firstDay} ${range.lastDay}`}
          range={range}
          onApply={(from, to) => onChange({ from, to })}
        />
      )}
    </Stack>
  );
}

interface CustomDaysProps {
  readonly range: Range;
  readonly onApply: (firstDay: string, lastDay: string) => void;
}

function CustomDays({ range, onApply }: CustomDaysProps) {
  const [firstDay, setFirstDay] = useState(range.firstDay);
  const [lastDay, setLastDay] = useState(range.lastDay);
  const [error, setError] = useState<string | null>(null);
  const errorId = useId();

  function submit(event: FormEvent): void {
    event.preventDefault();
    const found = validateDays(firstDay, lastDay);
    setError(found);
    if (found === null) onApply(firstDay, lastDay);
  }

  const shared = {
    type: 'date',
    size: 'xs',
    error: error !== null,
    'aria-describedby': error === null ? undefined : errorId,
  } as const;
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" align="flex-end">
        <TextInput
          label="First day"
          value={firstDay}
          onChange={(event) => setFirstDay(event.currentTarget.value)}
          {...shared}
        />
        <TextInput
          label="Last day"
          value={lastDay}
          onChange={(event) => setLastDay(event.currentTarget.value)}
          {...shared}
        />
        <Button type="submit" size="xs" variant="default">
          Show
        </Button>
      </Group>
      <Text id={errorId} size="sm" c="var(--mantine-color-error)" role="alert">
        {error}
      </Text>
    </form>
  );
}
