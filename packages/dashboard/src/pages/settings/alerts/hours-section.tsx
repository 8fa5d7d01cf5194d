// When alerts may come. Those that fall into quiet hours wait.

import type { AlertChoices, Profile } from '@leadline/contract';
import { Group, NativeSelect, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../../api/profile-query.ts';
import { describeDays } from '../business/office-days.ts';
import { Section } from '../section.tsx';
import type { ChoicesProps } from './use-save-choices.ts';

/** Every half hour, and midnight as the last minute of the day. */
const TIMES: readonly string[] = [
  ...Array.from(
    { length: 48 },
    (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
  ),
  '23:59',
];

export function HoursSection({ choices, onChange }: ChoicesProps) {
  const { data: profile } = useQuery(profileQuery);
  const { hours, opens_at, closes_at } = choices;
  return (
    <Section
      title="Hours"
      description="Outside these hours, email alerts wait and come as one email when the hours begin; browser notifications are left out. The digest has its own time."
    >
      <Stack gap="sm">
        <Radio.Group
          aria-label="Hours"
          value={hours}
          onChange={(value) => onChange({ hours: value as AlertChoices['hours'] })}
        >
          <Stack gap="xs">
            <Radio value="always" label="Any time" />
            <Radio value="office" label="Office hours" description={describeOffice(profile)} />
            <Radio value="chosen" label="My own hours" description={describeZone(profile)} />
          </Stack>
        </Radio.Group>
        {hours === 'chosen' && (
          <Group gap="sm" align="flex-end">
            <NativeSelect
              label="From"
              value={opens_at}
              data={withOwn(
                TIMES.filter((time) => time < closes_at),
                opens_at,
              )}
              onChange={(event) => onChange({ opens_at: event.currentTarget.value })}
            />
            <NativeSelect
              label="Until"
              value={closes_at}
              data={withOwn(
                TIMES.filter((time) => time > opens_at),
                closes_at,
              )}
              onChange={(event) => onChange({ closes_at: event.currentTarget.value })}
            />
          </Group>
        )}
      </Stack>
    </Section>
  );
}

/** A time set through the API need not be a half hour. */
const withOwn = (times: readonly string[], own: string): string[] => [...new Set([...times, own])].toSorted();

function describeOffice(profile: Profile | undefined): string {
  if (profile === undefined) return 'Of this account';
  const { office_days, opens_at, closes_at, time_zone } = profile;
  return `${describeDays(office_days)}, ${opens_at} to ${closes_at} (${time_zone})`;
}

const describeZone = (profile: Profile | undefined): string =>
  `Every day, in the account’s time zone${profile === undefined ? '' : ` (${profile.time_zone})`}`;
