// Asks for the password before a sensitive change, and for a code before a change to two-factor sign-in.

import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { FormError } from '../../../components/form-error.tsx';
import { validateFilled } from '../../../components/validate.ts';

interface PasswordFormProps {
  readonly children: ReactNode;
  readonly submitLabel: string;
  readonly isDangerous?: boolean;
  readonly asksForCode?: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onSubmit: (password: string, code: string) => void;
  /** Null if it can't be cancelled. */
  readonly onCancel: (() => void) | null;
}

export function PasswordForm({
  children,
  submitLabel,
  isDangerous = false,
  asksForCode = false,
  isPending,
  error,
  onSubmit,
  onCancel,
}: PasswordFormProps) {
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: validateFilled('your password'),
      code: (code) => (asksForCode && code.trim() === '' ? 'Enter a code' : null),
    },
  });
  return (
    <form onSubmit={form.onSubmit(({ password, code }) => onSubmit(password, tidyCode(code)))} noValidate>
      <Stack gap="md">
        <Text>{children}</Text>
        <FormError error={error} />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        {asksForCode && (
          <TextInput
            label="Code"
            description="From your authenticator app, or a backup code."
            autoComplete="one-time-code"
            spellCheck={false}
            {...form.getInputProps('code')}
          />
        )}
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

/** Authenticator apps show “123 456”. */
const tidyCode = (code: string): string => (/^[\d\s]+$/.test(code) ? code.replace(/\s/g, '') : code.trim());
