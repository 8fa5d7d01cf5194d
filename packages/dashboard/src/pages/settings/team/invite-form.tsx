// Invites a person. Whether an email is sent depends on the installation and its limits; the link can always be copied.

import type { Role, Session } from '@leadline/contract';
import { AUTH_PATHS } from '@leadline/contract/paths';
import { Button, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { CopyField } from '../../../components/copy-field.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { isOpenLocally } from '../../../components/local-address.ts';
import { validateEmail } from '../../../components/validate.ts';
import { useSession } from '../../../session/use-session.ts';
import classes from './invite-form.module.css';
import { linkInvitation } from './link-invitation.ts';
import { ROLES } from './roles.ts';

/** If the invitation wasn't emailed. */
const NEXT_STEPS: Readonly<Record<Session['mail'], string>> = {
  sent: 'It wasn’t emailed, because too many invitations were sent today. Share this link yourself.',
  printed: 'Email isn’t set up, so share this link yourself.',
  none: 'Email isn’t set up, so share this link yourself.',
};

export function InviteForm() {
  const { mail } = useSession();
  const queryClient = useQueryClient();
  const form = useForm<{ email: string; role: Role }>({
    initialValues: { email: '', role: 'rep' },
    validate: { email: validateEmail },
  });
  const invite = useMutation({
    mutationFn: (values: { email: string; role: Role }) => call('POST', AUTH_PATHS.invite, values),
    onSuccess: () => {
      form.reset();
      return queryClient.invalidateQueries({ queryKey: queryKeys.team });
    },
  });
  return (
    <Stack gap="sm" mb="md">
      <form
        onSubmit={form.onSubmit(({ email, role }) => invite.mutate({ email: email.trim(), role }))}
        noValidate
        className={classes.form}
      >
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          placeholder="bo@example.com"
          className={classes.email ?? ''}
          {...form.getInputProps('email')}
        />
        <NativeSelect
          label="Role"
          data={ROLES.map(({ value, label }) => ({ value, label }))}
          {...form.getInputProps('role')}
        />
        <Button type="submit" loading={invite.isPending} className={classes.submit ?? ''}>
          Invite
        </Button>
      </form>
      <FormError error={invite.error} />
      {invite.data !== undefined && (
        <Paper p="sm" role="status">
          <Text mb="xs">
            <b>{invite.data.email}</b> was invited.{' '}
            {invite.data.emailed
              ? 'The invitation was emailed. You can also share the link.'
              : NEXT_STEPS[mail]}
          </Text>
          <CopyField label="Link" value={linkInvitation(invite.data.id)} what="link" />
          {isOpenLocally() && (
            <Text size="sm" c="dimmed" mt="xs">
              This link only works on this computer. Open the dashboard at its public address to copy one that
              works everywhere.
            </Text>
          )}
        </Paper>
      )}
    </Stack>
  );
}
