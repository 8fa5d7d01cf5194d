// Turns on two-factor sign-in in three steps: password, authenticator app, backup codes. It only takes effect after a
// correct code, so that nobody is locked out by an app that was never set up.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { useSession } from '../../../session/use-session.ts';
import { BackupCodes } from './backup-codes.tsx';
import { PasswordForm } from './password-form.tsx';
import { QrCode } from './qr-code.tsx';
import { refreshSessions } from './sessions-query.ts';
import classes from './two-factor.module.css';

interface StepsProps {
  readonly isConfirmed: boolean;
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
  /** Null if the steps can't be cancelled. */
  readonly onCancel?: (() => void) | null;
}

export function TwoFactorSteps({ isConfirmed, onConfirmed, onClose, onCancel = onClose }: StepsProps) {
  const enable = useMutation({
    mutationFn: (password: string) => call('POST', AUTH_PATHS.enableTwoFactor, { password }),
  });
  if (enable.data === undefined) {
    return (
      <PasswordForm
        submitLabel="Continue"
        isPending={enable.isPending}
        error={enable.error}
        onSubmit={(password) => enable.mutate(password)}
        onCancel={onCancel}
      >
        You need an authenticator app on your phone, such as Google Authenticator, Aegis, 1Password or
        Bitwarden.
      </PasswordForm>
    );
  }
  if (!isConfirmed) {
    return <AppSetup totpUri={enable.data.totpURI} onConfirmed={onConfirmed} onCancel={onCancel} />;
  }
  return <BackupCodes intro="Two-factor sign-in is on." codes={enable.data.backupCodes} onDone={onClose} />;
}

interface AppSetupProps {
  readonly totpUri: string;
  readonly onConfirmed: () => void;
  readonly onCancel: (() => void) | null;
}

function AppSetup({ totpUri, onConfirmed, onCancel }: AppSetupProps) {
  const { user } = useSession();
  const secret = URL.parse(totpUri)?.searchParams.get('secret') ?? '';
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.replace(/\D/g, '').length === 6 ? null : 'Enter all six digits') },
  });
  const verify = useMutation({
    mutationFn: async (code: string) => {
      await call('POST', AUTH_PATHS.verifyTotp, { code });
      await refreshSessions();
    },
    onSuccess: onConfirmed,
    onError: () => form.setFieldValue('code', ''),
  });
  return (
    <form onSubmit={form.onSubmit(({ code }) => verify.mutate(code.replace(/\D/g, '')))} noValidate>
      <Stack gap="md">
        <Text>Scan this code with your authenticator app, then enter the six digits it shows.</Text>
        <div className={classes.code}>
          <QrCode text={totpUri} label={`QR code to add Leadline (${user?.email}) to an authenticator app`} />
        </div>
        <Textarea
          label="Or enter this key in the app"
          value={groupByFour(secret)}
          readOnly
          autosize
          onFocus={(event) => event.currentTarget.select()}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
          rightSection={<CopyButton value={secret} what="key for the app" />}
        />
        <FormError error={verify.error} />
        <TextInput
          label="Code"
          autoComplete="one-time-code"
          inputMode="numeric"
          spellCheck={false}
          autoFocus
          {...form.getInputProps('code')}
        />
        <Group justify="flex-end" gap="xs">
          {onCancel !== null && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={verify.isPending}>
            Turn on
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** In groups of four, the way authenticator apps show it. */
function groupByFour(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ');
}
