// Who may download leads in bulk.

import type { LeadExports } from '@leadline/contract';
import { Radio, Stack } from '@mantine/core';
import { FormError } from '../../../components/form-error.tsx';
import { useSaveSecurity } from './save-security.ts';
import { SecuritySection } from './security-section.tsx';

const CHOICES: Readonly<Record<LeadExports, readonly [label: string, description: string]>> = {
  owners: ['Only owners', 'Nobody else can take the leads along'],
  reps: ['Owners, managers and reps', 'Those who work on leads'],
  everyone: ['Everyone', 'Viewers, too'],
};

export function ExportsRule() {
  return (
    <SecuritySection
      title="Exporting leads"
      description="Who can download leads and rejected rows of imports as a file. Downloads are in the audit log. API keys are not affected: their access decides."
    >
      {({ lead_exports }) => <ExportsChoice value={lead_exports} />}
    </SecuritySection>
  );
}

function ExportsChoice({ value }: { readonly value: LeadExports }) {
  const save = useSaveSecurity(() => 'Saved who can export leads');
  return (
    <Stack gap="sm">
      <FormError error={save.error} />
      <Radio.Group
        label="Who can export leads"
        value={save.isPending ? (save.variables.lead_exports ?? value) : value}
        onChange={(chosen) => save.mutate({ lead_exports: chosen as LeadExports })}
      >
        <Stack gap="xs" mt={4}>
          {Object.entries(CHOICES).map(([choice, [label, description]]) => (
            <Radio
              key={choice}
              value={choice}
              label={label}
              description={description}
              disabled={save.isPending}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Stack>
  );
}
