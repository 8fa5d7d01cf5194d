// Asks the user to verify their email, and sends the link again.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { refreshSession, useSession } from '../session/use-session.ts';
import { FormError } from './form-error.tsx';

interface VerifyEmailProps {
  /** "Verify your email to …" */
  readonly purpose: string;
}

/** Whether the user has to verify their email before they can have email sent to others. */
export function useMustVerifyEmail(): boolean {
  const { user, mail } = useSession();
  return mail === 'sent' && user !== null && !user.email_verified;
}

export function VerifyEmail({ purpose }: VerifyEmailProps) {
  const { user } = useSession();
  const email = user?.email ?? '';
  const resend = useMutation({
    mutationFn: () => call('POST', AUTH_PATHS.sendVerificationEmail, { email }),
  });
  const check = useMutation({ mutationFn: refreshSession });
  return (
    <Stack gap="sm">
      <FormError error={resend.error ?? check.error} />
      <Text role="status">
        {resend.isSuccess
          ? `We sent a link to ${email}. It can take a minute. Check your spam folder too.`
          : `Verify your email to ${purpose}: open the link we send to ${email}.`}
      </Text>
      <Group>
        <Button onClick={() => resend.mutate()} loading={resend.isPending} variant="default">
          {resend.isSuccess ? 'Send again' : 'Send link'}
        </Button>
        {resend.isSuccess && (
          <Button onClick={() => check.mutate()} loading={check.isPending} variant="default">
            I’ve verified it
          </Button>
        )}
      </Group>
    </Stack>
  );
}
