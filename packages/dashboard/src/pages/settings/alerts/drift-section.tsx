// Whether owners get an email when their leads have changed.

import { Switch } from '@mantine/core';
import { useCan, useSession } from '../../../session/use-session.ts';
import { Section } from '../section.tsx';
import type { ChoicesProps } from './use-save-choices.ts';

export function DriftSection({ choices, onChange }: ChoicesProps) {
  const { mail } = useSession();
  if (!useCan('owner')) return null;
  return (
    <Section
      title="Changes in your leads"
      description="When a source, an answer or a win rate has shifted by more than chance, for example because a form is broken. Rarely more than a few times a year."
    >
      <Switch
        label="Email me when leads have changed"
        checked={choices.drift_emails}
        disabled={mail !== 'sent'}
        onChange={(event) => onChange({ drift_emails: event.currentTarget.checked })}
      />
    </Section>
  );
}
