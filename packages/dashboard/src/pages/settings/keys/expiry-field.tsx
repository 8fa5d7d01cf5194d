// When a new key expires.

import { NativeSelect, Stack, TextInput } from '@mantine/core';

export interface Expiry {
  readonly after: 'never' | '30' | '90' | '365' | 'date';
  /** `2027-01-31`, for a date. */
  readonly day: string;
}

export const NEVER: Expiry = { after: 'never', day: '' };

const DAY_MS = 24 * 60 * 60_000;
const MAX_YEARS = 10;

/** Undefined for a key that never expires. A key that expires on a day still works on that day. */
export function toExpiresAt({ after, day }: Expiry, now: Date): string | undefined {
  if (after === 'never') return undefined;
  const time =
    after === 'date' ? new Date(`${day}T23:59:59`) : new Date(now.getTime() + Number(after) * DAY_MS);
  return time.toISOString();
}

export function validateExpiry({ after, day }: Expiry, now: Date): string | null {
  if (after !== 'date') return null;
  const time = Date.parse(`${day}T23:59:59`);
  if (Number.isNaN(time)) return 'Choose a date';
  if (time <= now.getTime()) return 'Choose a date in the future';
  return time > now.getTime() + MAX_YEARS * 365 * DAY_MS ? `Choose a date within ${MAX_YEARS} years` : null;
}

interface ExpiryFieldProps {
  readonly value: Expiry;
  readonly onChange: (expiry: Expiry) => void;
  readonly error: string | null;
}

export function ExpiryField({ value, onChange, error }: ExpiryFieldProps) {
  return (
    <Stack gap="xs">
      <NativeSelect
        label="Expires"
        description="Owners are told a week before."
        data={[
          { value: 'never', label: 'Never' },
          { value: '30', label: 'In 30 days' },
          { value: '90', label: 'In 90 days' },
          { value: '365', label: 'In a year' },
          { value: 'date', label: 'On a date' },
        ]}
        value={value.after}
        onChange={(event) => onChange({ ...value, after: event.currentTarget.value as Expiry['after'] })}
      />
      {value.after === 'date' && (
        <TextInput
          type="date"
          label="Last day"
          value={value.day}
          error={error}
          onChange={(event) => onChange({ ...value, day: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}
