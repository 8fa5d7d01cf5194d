// Chooses when a lead comes back to the to-do list.

import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { OptionList } from '../components/option-list.tsx';
import { formatSnooze, fromLocal, type Hours, listSnoozeChoices, toLocal } from './snooze-choices.ts';
import { useHours } from './use-hours.ts';
import { type WorkMenuProps, WorkPopover } from './work-popover.tsx';

interface SnoozeMenuProps extends WorkMenuProps {
  readonly isSnoozed: boolean;
  /** With null, the lead is back on the list. */
  readonly onChoose: (until: Date | null) => void;
}

const PICK = 'pick';
const WAKE = 'wake';

export function SnoozeMenu({ subject, isSnoozed, onChoose, ...popover }: SnoozeMenuProps) {
  return (
    <WorkPopover {...popover} title={`Snooze ${subject} until`}>
      <Choices isSnoozed={isSnoozed} onChoose={onChoose} />
    </WorkPopover>
  );
}

/** A component of its own, so that it starts over each time the menu opens. */
function Choices({ isSnoozed, onChoose }: Pick<SnoozeMenuProps, 'isSnoozed' | 'onChoose'>) {
  const hours = useHours();
  const [isPicking, setPicking] = useState(false);
  const choices = listSnoozeChoices(new Date(), hours);
  if (isPicking) return <DateForm hours={hours} onChoose={onChoose} />;

  function choose(value: string): void {
    if (value === PICK) setPicking(true);
    else if (value === WAKE) onChoose(null);
    else onChoose(new Date(value));
  }

  return (
    <OptionList
      label="Snooze until"
      options={[
        ...choices.map(({ name, until }) => ({
          value: until.toISOString(),
          label: name,
          hint: formatSnooze(until, hours.time_zone),
        })),
        { value: PICK, label: 'Pick a date…' },
        ...(isSnoozed ? [{ value: WAKE, label: 'End snooze' }] : []),
      ]}
      onChoose={choose}
    />
  );
}

interface DateFormProps {
  readonly hours: Hours;
  readonly onChoose: (until: Date) => void;
}

function DateForm({ hours, onChoose }: DateFormProps) {
  const { time_zone: zone, opens_at: opening } = hours;
  const now = toLocal(new Date(), zone);
  const [text, setText] = useState(
    `${toLocal(new Date(Date.now() + 24 * 60 * 60_000), zone).day}T${opening}`,
  );
  const [error, setError] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The option that had the focus is gone.
  useEffect(() => field.current?.focus(), []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const [day = '', time = ''] = text.split('T');
    const until = fromLocal({ day, time: time.slice(0, 5) }, zone);
    if (Number.isNaN(until.getTime())) setError('Enter a date and a time.');
    else if (until.getTime() <= Date.now()) setError('Choose a time in the future.');
    else onChoose(until);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs" px={8}>
        <TextInput
          type="datetime-local"
          size="xs"
          label="Date and time"
          description={`Time zone: ${zone.replaceAll('_', ' ')}`}
          min={`${now.day}T${now.time}`}
          value={text}
          error={error !== '' && error}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError('');
          }}
          ref={field}
        />
        <Button size="xs" type="submit">
          Snooze
        </Button>
      </Stack>
    </form>
  );
}
