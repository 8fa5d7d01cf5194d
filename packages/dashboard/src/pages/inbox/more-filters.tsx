// The less common filters: minimum score and time received.

import { Button, Group, NativeSelect, Popover, Stack, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { AGES, type Age, type Filters, readFilters, withoutZone, writeFilters } from './filters.ts';
import type { SetFilters } from './use-filters.ts';

interface MoreFiltersProps {
  readonly filters: Filters;
  readonly onChange: SetFilters;
}

export function MoreFilters({ filters, onChange }: MoreFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const { minScore, age, from, to } = filters;
  const count = [minScore, age, from || null, to || null].filter((value) => value !== null).length;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={300}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFilter size={15} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? 'More' : `More (${count})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="More filters">
        <Fields
          filters={filters}
          onApply={(next) => {
            setOpen(false);
            onChange(next);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface FieldsProps {
  readonly filters: Filters;
  readonly onApply: (filters: Filters) => void;
}

type Received = Age | '' | 'days';

const RECEIVED: readonly { readonly value: Received; readonly label: string }[] = [
  { value: '', label: 'Any time' },
  ...Object.entries(AGES).map(([value, { label }]) => ({ value: value as Age, label })),
  { value: 'days', label: 'Custom range' },
];

function Fields({ filters, onApply }: FieldsProps) {
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
          data-autofocus
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

/** A day that somebody chooses is a local one; a day in UTC comes from a link and stays one until it is changed. */
function keepZone(before: string, chosen: string): string {
  return withoutZone(before) === chosen ? before : chosen;
}
