// Alerts by email, and a test email.

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
      description="Leads that arrive together share one email. In a busy hour, further leads are only counted."
    >
      {mail === 'sent' && mustVerify ? (
        <VerifyEmail purpose="get alerts by email" />
      ) : (
        <Stack gap="md">
          <ChannelFields
            channel={choices.email}
            onChange={(email) => onChange({ email })}
            isDisabled={mail !== 'sent'}
          />
          <TestEmail address={user?.email ?? ''} isDisabled={mail !== 'sent'} />
        </Stack>
      )}
    </Section>
  );
}

interface TestEmailProps {
  readonly address: string;
  readonly isDisabled: boolean;
}

function TestEmail({ address, isDisabled }: TestEmailProps) {
  const send = useMutation({ mutationFn: () => call('POST', PATHS.testAlert, {}) });
  return (
    <Stack gap="xs">
      <FormError error={send.error} />
      <Group>
        <Button
          variant="default"
          disabled={isDisabled}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          Send me a test email
        </Button>
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {send.isSuccess ? `On its way to ${address}. If it doesn’t arrive, check your spam folder.` : ''}
      </Text>
    </Stack>
  );
}
