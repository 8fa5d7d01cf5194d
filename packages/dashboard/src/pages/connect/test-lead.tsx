// Sends a test lead the way a form would, and shows its score.

import { PATHS } from '@leadline/contract/paths';
import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { FormError } from '../../components/form-error.tsx';
import classes from './test-lead.module.css';
import { TestResult } from './test-result.tsx';

const EXAMPLE = {
  name: 'Ana Lopez',
  email: 'ana@acme.com',
  phone: '+1 212 555 0123',
  budget: '$15k-20k',
  message: 'We need 40 laptops by Friday. Can you send a quote today?',
  source: 'google',
};

export function TestLead() {
  const form = useForm({ initialValues: EXAMPLE });
  const send = useMutation({
    mutationFn: (lead: typeof EXAMPLE) => call('POST', PATHS.testLead, lead, { mode: 'test' }),
    // Refreshes after errors too, since rejected requests are also listed.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.allReceived }),
  });
  return (
    <div className={classes.both}>
      <form onSubmit={form.onSubmit((lead) => send.mutate(lead))} noValidate>
        <Stack gap="sm">
          <FormError error={send.error} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
            <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
            <TextInput label="Email" autoComplete="off" {...form.getInputProps('email')} />
            <TextInput label="Phone" autoComplete="off" {...form.getInputProps('phone')} />
            <TextInput label="Budget" autoComplete="off" {...form.getInputProps('budget')} />
          </SimpleGrid>
          <Textarea label="Message" rows={3} {...form.getInputProps('message')} />
          <TextInput label="Source" autoComplete="off" {...form.getInputProps('source')} />
          <Group gap="sm">
            <Button type="submit" loading={send.isPending} leftSection={<IconSend size={16} aria-hidden />}>
              Send test lead
            </Button>
            <Text size="sm" c="dimmed" flex={1} miw={200}>
              Kept separate from your leads. It doesn’t count toward your plan.
            </Text>
          </Group>
        </Stack>
      </form>
      <div role="status" className={classes.result}>
        {send.data === undefined ? (
          <Text c="dimmed" size="sm">
            The score and its reasons will appear here.
          </Text>
        ) : (
          <TestResult result={send.data} />
        )}
      </div>
    </div>
  );
}
