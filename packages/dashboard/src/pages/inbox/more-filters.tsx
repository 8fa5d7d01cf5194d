// The less common filters: source, minimum score and time received.

import { MAX_SEARCH_LENGTH } from '@leadline/contract/limits';
import { Button, Group, NativeSelect, Popover, Stack, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { AGES, type Age, type Filters, listChips, readFilters, writeFilters } from './filters.ts';
import classes from './inbox.module.css';
import type { SetFilters } from './use-filters.ts';

interface MoreFiltersProps {
  readonly filters: Filters;
  readonly onChange: SetFilters;
  readonly sources: readonly string[];
}

export function MoreFilters({ filters, onChange, sources }: MoreFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const count = listChips(filters).length;
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
          {count === 0 ? 'Filter' : `Filter (${count})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filters">
        <Fields
          filters={filters}
          sources={sources}
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
  readonly sources: readonly string[];
  readonly onApply: (filters: Filters) => void;
}

type Received = Age | '' | 'days';

const RECEIVED: readonly { readonly value: Received; readonly label: string }[] = [
  { value: '', label: 'Any time' },
  ...Object.entries(AGES).map(([value, { label }]) => ({ value: value as Age, label })),
  { value: 'days', label: 'Custom range' },
];

function Fields({ filters, sources, onApply }: FieldsProps) {
  const listId = useId();
  const [source, setSource] = useState(filters.source);
  const [score, setScore] = useState(filters.minScore === null ? '' : String(filters.minScore));
  const [received, setReceived] = useState<Received>(
    filters.age ?? (filters.from === '' && filters.to === '' ? '' : 'days'),
  );
  const [from, setFrom] = useState(filters.from);
  const [to, setTo] = useState(filters.to);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const params = writeFilters({ ...filters, source, minScore: null, age: null, from: '', to: '' });
    params.set('min_score', score);
    if (received === 'days') {
      params.set('from', from);
      params.set('to', to);
    } else params.set('age', received);
    onApply(readFilters(params));
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          size="xs"
          label="Source"
          classNames={{ input: classes.suggesting ?? '' }}
          description="Exact match"
          list={listId}
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
          data-autofocus
        />
        <datalist id={listId}>
          {sources.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
        <TextInput
          size="xs"
          label="Minimum score"
          type="number"
          inputMode="numeric"
          min={1}
          max={100}
          value={score}
          onChange={(event) => setScore(event.currentTarget.value)}
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
