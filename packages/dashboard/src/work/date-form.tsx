// A date and a time in the future, in the account's time zone.

import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fromLocal, type Hours, toLocal } from './snooze-choices.ts';

interface DateFormProps {
  readonly hours: Hours;
  /** What the button says. */
  readonly action: string;
  readonly onChoose: (until: Date) => void;
}

export function DateForm({ hours, action, onChoose }: DateFormProps) {
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
          {action}
        </Button>
      </Stack>
    </form>
  );
}
