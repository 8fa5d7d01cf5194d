// The less common filters, as fields.

import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AGES, type Age, type Filters, readFilters, withoutZone, writeFilters } from './filters.ts';

interface MoreFilterFieldsProps {
  readonly filters: Filters;
  readonly onApply: (filters: Filters) => void;
}

type Received = Age | '' | 'days';

const RECEIVED: readonly { readonly value: Received; readonly label: string }[] = [
  { value: '', label: 'Any time' },
  ...Object.entries(AGES).map(([value, { label }]) => ({ value: value as Age, label })),
  { value: 'days', label: 'Custom range' },
];

export function MoreFilterFields({ filters, onApply }: MoreFilterFieldsProps) {
  const first = useRef<HTMLInputElement>(null);
  // The popover focused itself while these were loading.
  useEffect(() => first.current?.focus(), []);
  const [score, setScore] = useState(filters.minScore === null ? '' : String(filters.minScore));
  const [received, setReceived] = useState<Received>(
    filters.age ?? (filters.from === '' && filters.to === '' ? '' : 'days'),
  );
  const [from, setFrom] = useState(withoutZone(filters.from));
  const [to, setTo] = useState(withoutZone(filters.to));

  function submit(event: FormEvent): void {
    event.preventDefault();
    const params = writeFilters({ ...filters, minScore: null, age: null, from: '', to: '' });
    params.set('min_score', score);
    if (received === 'days') {
      params.set('from', keepZone(filters.from, from));
      params.set('to', keepZone(filters.to, to));
    } else params.set('age', received);
    onApply(readFilters(params));
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          size="xs"
          label="Minimum score"
          type="number"
          inputMode="numeric"
          min={1}
          max={100}
          value={score}
          onChange={(event) => setScore(event.currentTarget.value)}
          ref={first}
        />
        <NativeSelect
          size="xs"
          label="Received"
          data={RECEIVED}
          value={received}
          onChange={(event) => setReceived(event.currentTarget.value as Received)}
        />
        {received === 'days' && (
          <Group grow gap="xs">
            <TextInput
              size="xs"
              label="From"
              type="date"
              max={to}
              value={from}
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
            <TextInput
              size="xs"
              label="To"
              type="date"
              min={from}
              value={to}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
          </Group>
        )}
        <Button size="xs" type="submit">
          Apply filters
        </Button>
      </Stack>
    </form>
  );
}

/** A day that somebody chooses is a local one; a day in a time zone comes from a link and keeps it until it is changed. */
function keepZone(before: string, chosen: string): string {
  return withoutZone(before) === chosen ? before : chosen;
}
