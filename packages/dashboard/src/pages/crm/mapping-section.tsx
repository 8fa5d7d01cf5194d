// Which field of the CRM each value of a lead goes to.

import type { CrmConnection, CrmValue } from '@leadline/contract';
import { Button, Group, NativeSelect, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { FormError } from '../../components/form-error.tsx';
import { Section } from '../settings/section.tsx';
import { useChangeCrm } from './crm-calls.ts';

const VALUES: readonly (readonly [CrmValue, string])[] = [
  ['title', 'Title'],
  ['name', 'Name'],
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['company', 'Company'],
  ['message', 'Message'],
  ['source', 'Source'],
  ['score', 'Score'],
  ['grade', 'Grade'],
  ['reasons', 'Reasons'],
  ['next_step', 'Next step'],
  ['received_at', 'Received'],
  ['link', 'Link to Leadline'],
];

interface MappingSectionProps {
  readonly connection: CrmConnection;
  readonly fields: NonNullable<CrmConnection['fields']>;
}

export function MappingSection({ connection, fields }: MappingSectionProps) {
  const change = useChangeCrm();
  const [changes, setChanges] = useState<Partial<Record<CrmValue, string | null>>>({});
  const choices = [
    { value: '', label: 'Not sent' },
    ...fields.map(({ name, label }) => ({ value: name, label: `${label} (${name})` })),
  ];
  const mapping = { ...connection.mapping, ...changes };
  return (
    <Section title="Fields" description="Where each value goes in the CRM.">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mb="md">
        {VALUES.map(([value, label]) => (
          <NativeSelect
            key={value}
            label={label}
            data={choices}
            value={mapping[value] ?? ''}
            onChange={(event) =>
              setChanges({
                ...changes,
                [value]: event.currentTarget.value === '' ? null : event.currentTarget.value,
              })
            }
          />
        ))}
      </SimpleGrid>
      <FormError error={change.error} />
      <Group>
        <Button
          disabled={Object.keys(changes).length === 0}
          loading={change.isPending}
          onClick={() => change.mutate({ mapping: changes }, { onSuccess: () => setChanges({}) })}
        >
          Save fields
        </Button>
      </Group>
    </Section>
  );
}
