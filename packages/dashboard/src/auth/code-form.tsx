// Asks for a second factor: a code from the authenticator app, or a backup code.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { Button, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { FormError } from '../components/form-error.tsx';
import { refreshSession } from '../session/use-session.ts';
import classes from './auth-frame.module.css';

type Kind = 'totp' | 'backup-code';

export function CodeForm() {
  const [kind, setKind] = useState<Kind>('totp');
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => validateCode(kind, code) },
  });
  const verify = useMutation({
    mutationFn: async (code: string) => {
      await call('POST', kind === 'totp' ? AUTH_PATHS.verifyTotp : AUTH_PATHS.verifyBackupCode, { code });
      await refreshSession();
    },
    onError: () => form.setFieldValue('code', ''),
  });

  function changeKind(): void {
    setKind(kind === 'totp' ? 'backup-code' : 'totp');
    verify.reset();
    form.reset();
  }

  return (
    <form onSubmit={form.onSubmit(({ code }) => verify.mutate(tidyCode(kind, code)))} noValidate>
      <Stack gap="md">
        <Text c="dimmed">
          {kind === 'totp'
            ? 'Enter the six-digit code from your authenticator app.'
            : 'Enter one of your backup codes. Each works once.'}
        </Text>
        <FormError error={verify.error} />
        <TextInput
          key={kind}
          label={kind === 'totp' ? 'Code' : 'Backup code'}
          autoComplete={kind === 'totp' ? 'one-time-code' : 'off'}
          inputMode={kind === 'totp' ? 'numeric' : 'text'}
          spellCheck={false}
          autoFocus
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={verify.isPending} fullWidth>
          Confirm
        </Button>
        <UnstyledButton className={classes.aside ?? ''} onClick={changeKind}>
          {kind === 'totp' ? 'Use a backup code instead' : 'Use the authenticator app instead'}
        </UnstyledButton>
      </Stack>
    </form>
  );
}

function tidyCode(kind: Kind, code: string): string {
  return kind === 'totp' ? code.replace(/\D/g, '') : code.trim();
}

function validateCode(kind: Kind, code: string): string | null {
  if (kind === 'totp') return tidyCode(kind, code).length === 6 ? null : 'Enter all six digits';
  return code.trim() === '' ? 'Enter a backup code' : null;
}
