// Which leads reps see.

import type { RepLeads } from '@leadline/contract';
import { Radio, Stack } from '@mantine/core';
import { FormError } from '../../../components/form-error.tsx';
import { useSaveSecurity } from './save-security.ts';
import { SecuritySection } from './security-section.tsx';

const CHOICES: Readonly<Record<RepLeads, readonly [label: string, description: string]>> = {
  all: ['All leads', 'Also those of their colleagues'],
  own: [
    'Their own and unassigned leads',
    'No insights and no imports. Who takes a free lead keeps it; what you assign to somebody disappears for the others.',
  ],
};

export function RepLeadsRule() {
  return (
    <SecuritySection
      title="Leads that reps see"
      description="Applies at once, in lists, searches, exports and alerts. Owners, managers and viewers see all leads, and so do API keys."
    >
      {({ rep_leads }) => <RepLeadsChoice value={rep_leads} />}
    </SecuritySection>
  );
}

function RepLeadsChoice({ value }: { readonly value: RepLeads }) {
  const save = useSaveSecurity(() => 'Saved which leads reps see');
  return (
    <Stack gap="sm">
      <FormError error={save.error} />
      <Radio.Group
        label="Reps see"
        value={save.isPending ? (save.variables.rep_leads ?? value) : value}
        onChange={(chosen) => save.mutate({ rep_leads: chosen as RepLeads })}
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
