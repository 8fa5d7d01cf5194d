// Deletes the user's own sign-in.

import type { UserDeletionBody } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { loadPage } from '../../../api/load-page.ts';
import { PAGES } from '../../../navigation/page-paths.ts';
import { Section } from '../section.tsx';
import { PasswordForm } from './password-form.tsx';

export function DeleteUserSection() {
  const [isAsking, ask] = useDisclosure(false);
  return (
    <Section
      title="Delete my profile"
      description="Removes your name, email, password and sessions, and takes you out of all accounts."
    >
      <Button variant="default" onClick={ask.open}>
        Delete my profile
      </Button>
      <Modal opened={isAsking} onClose={ask.close} title="Delete your profile?">
        <DeleteUser onClose={ask.close} />
      </Modal>
    </Section>
  );
}

function DeleteUser({ onClose }: { readonly onClose: () => void }) {
  const deletion = useMutation({
    mutationFn: (password: string) => {
      const body: UserDeletionBody = { password };
      return call('POST', PATHS.userDeletion, body);
    },
    // A full page load, so that nothing stays in memory.
    onSuccess: () => loadPage(PAGES.signIn),
  });
  return (
    <PasswordForm
      submitLabel="Delete my profile"
      isDangerous
      isPending={deletion.isPending || deletion.isSuccess}
      error={deletion.error}
      onSubmit={(password) => deletion.mutate(password)}
      onCancel={onClose}
    >
      You’ll be signed out everywhere at once. What you did in your accounts is kept without your name. If
      you’re the only owner of an account, make someone else an owner or delete the account first. This can’t
      be undone.
    </PasswordForm>
  );
}
