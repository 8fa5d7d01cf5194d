// How long members stay signed in.

import type { AccountSecurityResult } from '@leadline/contract';
import { MAX_SESSION_HOURS, MAX_SESSION_IDLE_MINUTES } from '@leadline/contract/limits';
import { NativeSelect, Stack, Text } from '@mantine/core';
import { FormError } from '../../../components/form-error.tsx';
import { useSession } from '../../../session/use-session.ts';
import { useSaveSecurity } from './save-security.ts';
import { SecuritySection } from './security-section.tsx';

const HOUR = 60;
const DAY_HOURS = 24;

const IDLE_MINUTES = [15, 30, HOUR, 4 * HOUR, 8 * HOUR, 24 * HOUR, 7 * 24 * HOUR, MAX_SESSION_IDLE_MINUTES];
const MAX_HOURS = [8, 12, DAY_HOURS, 7 * DAY_HOURS, 30 * DAY_HOURS, MAX_SESSION_HOURS];

type Rules = AccountSecurityResult['data'];

export function SessionsRule() {
  return (
    <SecuritySection
      title="Sessions"
      description="How long members stay signed in. A shorter time applies to everyone at once, you included. A member of several accounts gets the shortest."
    >
      {(rules) => <SessionLimits {...rules} />}
    </SecuritySection>
  );
}

function SessionLimits({ session_idle_minutes: idle, session_max_hours: most }: Rules) {
  const { sso } = useSession();
  const save = useSaveSecurity(() => 'Saved how long sessions last');
  const shown = save.isPending ? save.variables : {};
  return (
    <Stack gap="sm" maw={360}>
      <FormError error={save.error} />
      <NativeSelect
        label="Sign out without use after"
        data={optionsOf(IDLE_MINUTES, idle, 1)}
        value={String(shown.session_idle_minutes ?? idle)}
        disabled={save.isPending}
        onChange={(event) => save.mutate({ session_idle_minutes: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        label="Sign in again after"
        description="However much somebody uses it"
        data={optionsOf(MAX_HOURS, most, HOUR)}
        value={String(shown.session_max_hours ?? most)}
        disabled={save.isPending}
        onChange={(event) => save.mutate({ session_max_hours: Number(event.currentTarget.value) })}
      />
      {sso !== null && (
        <Text size="sm" c="dimmed">
          {sso.name} also confirms every hour that those who signed in with it may still do so.
        </Text>
      )}
    </Stack>
  );
}

/** The API accepts other times, too. */
const optionsOf = (choices: readonly number[], current: number, minutesEach: number) =>
  [...new Set([...choices, current])]
    .toSorted((a, b) => a - b)
    .map((choice) => ({ value: String(choice), label: describeTime(choice * minutesEach) }));

function describeTime(minutes: number): string {
  if (minutes % (DAY_HOURS * HOUR) === 0) return countOf(minutes / (DAY_HOURS * HOUR), 'day');
  return minutes % HOUR === 0 ? countOf(minutes / HOUR, 'hour') : countOf(minutes, 'minute');
}

const countOf = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
