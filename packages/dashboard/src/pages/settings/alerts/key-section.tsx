// Whether owners get an email before an API key expires.

import { KEY_WARNING_DAYS } from '@leadline/contract/limits';
import { Switch } from '@mantine/core';
import { useCan, useSession } from '../../../session/use-session.ts';
import { Section } from '../section.tsx';
import type { ChoicesProps } from './use-save-choices.ts';

export function KeySection({ choices, onChange }: ChoicesProps) {
  const { mail } = useSession();
  if (!useCan('owner')) return null;
  return (
    <Section
      title="Keys that expire"
      description={`${KEY_WARNING_DAYS} days before a key expires, because whatever uses it stops working then.`}
    >
      <Switch
        label="Email me before a key expires"
        checked={choices.key_emails}
        disabled={mail !== 'sent'}
        onChange={(event) => onChange({ key_emails: event.currentTarget.checked })}
      />
    </Section>
  );
}
