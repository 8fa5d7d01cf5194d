// Alerts by email, and a test email.

import type { TestEmailResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { FormError } from '../../../components/form-error.tsx';
import { useMustVerifyEmail, VerifyEmail } from '../../../components/verify-email.tsx';
import { useSession } from '../../../session/use-session.ts';
import { Section } from '../section.tsx';
import { ChannelFields } from './channel-fields.tsx';
import type { ChoicesProps } from './use-save-choices.ts';

export function EmailSection({ choices, onChange }: ChoicesProps) {
  const { user, mail } = useSession();
  const mustVerify = useMustVerifyEmail();
  return (
    <Section
      title="Email"
      description="Leads that arrive together share one email. In a busy hour, the rest is summed up."
    >
      {mail === 'none' ? (
        <Text c="dimmed">Email isn’t set up on this installation.</Text>
      ) : mustVerify ? (
        <VerifyEmail purpose="get alerts by email" />
      ) : (
        <Stack gap="md">
          <ChannelFields channel={choices.email} onChange={(email) => onChange({ email })} />
          <TestEmail address={user?.email ?? ''} />
        </Stack>
      )}
    </Section>
  );
}

function TestEmail({ address }: { readonly address: string }) {
  const send = useMutation({ mutationFn: () => call<TestEmailResult>('POST', PATHS.testAlert, {}) });
  return (
    <Stack gap="xs">
      <FormError error={send.error} />
      <Group>
        <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
          Send me a test email
        </Button>
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {send.isSuccess ? `On its way to ${address}. If it doesn’t arrive, check your spam folder.` : ''}
      </Text>
    </Stack>
  );
}
