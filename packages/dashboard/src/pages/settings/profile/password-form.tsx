// Asks for the password before a sensitive change.

import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { FormError } from '../../../components/form-error.tsx';
import { validateFilled } from '../../../components/validate.ts';

interface PasswordFormProps {
  readonly children: ReactNode;
  readonly submitLabel: string;
  readonly isDangerous?: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onSubmit: (password: string) => void;
  /** Null if it can't be cancelled. */
  readonly onCancel: (() => void) | null;
}

export function PasswordForm({
  children,
  submitLabel,
  isDangerous = false,
  isPending,
  error,
  onSubmit,
  onCancel,
}: PasswordFormProps) {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: validateFilled('your password') },
  });
  return (
    <form onSubmit={form.onSubmit(({ password }) => onSubmit(password))} noValidate>
      <Stack gap="md">
        <Text>{children}</Text>
        <FormError error={error} />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <Group justify="flex-end" gap="xs">
          {onCancel !== null && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={isPending} {...(isDangerous ? { color: 'red.8' } : {})}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
