// The daily digest and its hour.

import { NativeSelect, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../../api/profile-query.ts';
import { useSession } from '../../../session/use-session.ts';
import { Section } from '../section.tsx';
import type { ChoicesProps } from './use-save-choices.ts';

const DEFAULT_HOUR = 8;
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

export function DigestSection({ choices, onChange }: ChoicesProps) {
  const { mail } = useSession();
  const { data: profile } = useQuery(profileQuery);
  const { digest_hour: hour } = choices;
  return (
    <Section
      title="Daily digest"
      description="New leads by grade, the top of your to-do list, what is overdue and which snoozed leads are back. Not sent if there is nothing to report."
    >
      <Stack gap="sm">
        <Switch
          label="Email me a digest on office days"
          checked={hour !== null}
          disabled={mail !== 'sent'}
          onChange={(event) => onChange({ digest_hour: event.currentTarget.checked ? DEFAULT_HOUR : null })}
        />
        {hour !== null && (
          <NativeSelect
            label="Time"
            description={profile === undefined ? undefined : `In ${profile.time_zone}`}
            value={String(hour)}
            disabled={mail !== 'sent'}
            data={HOURS}
            onChange={(event) => onChange({ digest_hour: Number(event.currentTarget.value) })}
            maw={160}
          />
        )}
      </Stack>
    </Section>
  );
}
