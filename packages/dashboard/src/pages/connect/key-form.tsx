// Creates a live or test key.

import { MAX_NAME_LENGTH } from '@leadline/contract/limits';
import { Button, Checkbox, Group, Paper, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormError } from '../../components/form-error.tsx';
import { validateFilled } from '../../components/validate.ts';
import type { Scope } from './guide-props.ts';
import { type CreatedKey, useCreateKey } from './use-keys.ts';

interface KeyFormProps {
  readonly scope: Scope;
  readonly suggestedName: string;
  /** Of the tool. Its guide finds its keys by their names. Null if they can have any. */
  readonly prefix: string | null;
  readonly onCancel: () => void;
  readonly onCreated: (created: CreatedKey) => void;
}

export function KeyForm({ scope, suggestedName, prefix, onCancel, onCreated }: KeyFormProps) {
  const form = useForm({
    initialValues: { name: suggestedName, isTest: false },
    validate: {
      name: (name) =>
        validateFilled('a name')(name) ??
        (prefix === null || name.trim().toLowerCase().startsWith(prefix.toLowerCase())
          ? null
          : `Start with “${prefix}”, so that you find the key here again.`),
    },
  });
  const create = useCreateKey(onCreated);
  return (
    <Paper
      component="form"
      p="md"
      onSubmit={form.onSubmit(({ name, isTest }) =>
        create.mutate({ name: name.trim(), mode: isTest ? 'test' : 'live', scope }),
      )}
      noValidate
    >
      <Stack gap="sm">
        <FormError error={create.error} />
        <TextInput
          label="Key name"
          description={'So you know where it’s used. Leads without a source get this name as their source.'}
          maxLength={MAX_NAME_LENGTH}
          maw={320}
          autoFocus
          {...form.getInputProps('name')}
        />
        <Checkbox
          label="Test key"
          description="Test leads are kept separate. They don’t count toward your plan."
          {...form.getInputProps('isTest', { type: 'checkbox' })}
        />
        <Group gap="xs">
          <Button type="submit" loading={create.isPending}>
            Create key
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
