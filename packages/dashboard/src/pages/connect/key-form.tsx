// Makes a key: a name, and whether its leads are only tests.

import { MAX_NAME_LENGTH } from '@leadline/contract/limits';
import { Button, Checkbox, Group, Paper, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormError } from '../../components/form-error.tsx';
import { validateFilled } from '../../components/validate.ts';
import type { Scope } from './guide-props.ts';
import { type MadeKey, useMakeKey } from './use-keys.ts';

interface KeyFormProps {
  readonly scope: Scope;
  readonly suggestedName: string;
  readonly onCancel: () => void;
  readonly onMade: (made: MadeKey) => void;
}

export function KeyForm({ scope, suggestedName, onCancel, onMade }: KeyFormProps) {
  const form = useForm({
    initialValues: { name: suggestedName, isTest: false },
    validate: { name: validateFilled('a name') },
  });
  const make = useMakeKey(onMade);
  return (
    <Paper
      component="form"
      p="md"
      onSubmit={form.onSubmit(({ name, isTest }) =>
        make.mutate({ name: name.trim(), mode: isTest ? 'test' : 'live', scope }),
      )}
      noValidate
    >
      <Stack gap="sm">
        <FormError error={make.error} />
        <TextInput
          label="Name of the key"
          description="So that you know later where it is used."
          maxLength={MAX_NAME_LENGTH}
          maw={320}
          autoFocus
          {...form.getInputProps('name')}
        />
        <Checkbox
          label="For tests only"
          description="Its leads are kept apart and count against no plan."
          {...form.getInputProps('isTest', { type: 'checkbox' })}
        />
        <Group gap="xs">
          <Button type="submit" loading={make.isPending}>
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
