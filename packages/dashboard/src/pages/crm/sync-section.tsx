// What is synced. Each change is saved at once.

import type { CrmConnection } from '@leadline/contract';
import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core';
import { FormError } from '../../components/form-error.tsx';
import { formatCountOf } from '../../components/format-number.ts';
import { Section } from '../settings/section.tsx';
import { useChangeCrm } from './crm-calls.ts';
import { VENDORS } from './vendors.ts';

const GRADES = [
  { value: 'Cold', label: 'All but spam' },
  { value: 'Cool', label: 'Cool or better' },
  { value: 'Warm', label: 'Warm or better' },
  { value: 'Hot', label: 'Hot only' },
];

export function SyncSection({ connection }: { readonly connection: CrmConnection }) {
  const change = useChangeCrm();
  const { record, deals } = VENDORS[connection.vendor];
  const { pushes, pulls, min_grade: minGrade, records, waiting, skipped } = connection;
  return (
    <Section title="Sync" description="Runs every five minutes; new leads are sent within seconds.">
      <Stack gap="sm">
        <FormError error={change.error} />
        <Checkbox
          label="Send leads to the CRM"
          description={`Adds or updates the ${record} with the lead’s email. Fields that somebody edits in the CRM are kept.`}
          checked={pushes}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ pushes: event.currentTarget.checked })}
        />
        {pushes && (
          <NativeSelect
            label="Leads to send"
            data={GRADES}
            value={minGrade}
            maw={240}
            disabled={change.isPending}
            onChange={(event) =>
              change.mutate({ min_grade: event.currentTarget.value as CrmConnection['min_grade'] })
            }
          />
        )}
        <Checkbox
          label="Record outcomes from the CRM"
          description={`Won and lost ${deals}, with their amounts, become outcomes of leads.`}
          checked={pulls}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ pulls: event.currentTarget.checked })}
        />
        <Text size="sm" c="dimmed">
          {formatCountOf(records, 'lead')} in the CRM · {waiting} waiting · {skipped} skipped
        </Text>
      </Stack>
    </Section>
  );
}
