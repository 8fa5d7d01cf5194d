// The second step of signing in: a code from the authenticator app, or a backup code.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { Button, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { call } from '../api/call.ts';
import { FormError } from '../components/form-error.tsx';
import { TextLink } from '../components/text-link.tsx';
import { PAGES } from '../navigation/page-paths.ts';
import { withNext } from '../session/next-path.ts';
import { refreshSession, useSession } from '../session/use-session.ts';
import classes from './auth-frame.module.css';
import { AuthFrame } from './auth-frame.tsx';
import { useNextPath } from './use-next-path.ts';

type Kind = 'totp' | 'backup-code';

export function TwoFactorPage() {
  const { user } = useSession();
  const next = useNextPath();
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

  if (user !== null) return <Navigate to={next} replace />;
  return (
    <AuthFrame
      title="Two-factor sign-in"
      description={
        kind === 'totp'
          ? 'Enter the six-digit code from your authenticator app.'
          : 'Enter one of your backup codes. Each works once.'
      }
      footer={<TextLink to={withNext(PAGES.signIn, next)}>Back to sign in</TextLink>}
    >
      <form onSubmit={form.onSubmit(({ code }) => verify.mutate(tidyCode(kind, code)))} noValidate>
        <Stack gap="md">
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
    </AuthFrame>
  );
}

function tidyCode(kind: Kind, code: string): string {
  return kind === 'totp' ? code.replace(/\D/g, '') : code.trim();
}

function validateCode(kind: Kind, code: string): string | null {
  if (kind === 'totp') return tidyCode(kind, code).length === 6 ? null : 'Enter all six digits';
  return code.trim() === '' ? 'Enter a backup code' : null;
}
