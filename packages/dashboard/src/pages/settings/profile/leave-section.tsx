// Leaves the account.

import { PATHS } from '@leadline/contract/paths';
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { loadPage } from '../../../api/load-page.ts';
import { membersQuery, toUserId } from '../../../api/members-query.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { PAGES } from '../../../navigation/page-paths.ts';
import { useAccount, useSession } from '../../../session/use-session.ts';
import { Section } from '../section.tsx';

export function LeaveSection() {
  const { name } = useAccount();
  const { user } = useSession();
  const { data: members } = useQuery(membersQuery);
  const [isAsking, ask] = useDisclosure(false);
  const own = members?.find((member) => toUserId(member) === user?.user_id);
  const isLastOwner = own?.role === 'owner' && members?.filter(({ role }) => role === 'owner').length === 1;
  const leave = useMutation({
    mutationFn: () => call('DELETE', PATHS.membersMe),
    // A full page load, so that no data from the account stays in memory.
    onSuccess: () => loadPage(PAGES.inbox),
  });
  function stop(): void {
    leave.reset();
    ask.close();
  }
  return (
    <Section
      title="Leave account"
      description={`You’ll lose access to ${name}. To come back, you need a new invitation.`}
    >
      <Button variant="default" onClick={ask.open} disabled={own === undefined || isLastOwner}>
        Leave {name}
      </Button>
      {isLastOwner && (
        <Text size="sm" c="dimmed" mt={6}>
          You’re the only owner. Make another member an owner first.
        </Text>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={stop}
        title={`Leave ${name}?`}
        confirmLabel="Leave"
        onConfirm={() => leave.mutate()}
        isPending={leave.isPending || leave.isSuccess}
        error={leave.error}
      >
        You’ll lose access immediately. Everything you did in this account is kept.
      </ConfirmDialog>
    </Section>
  );
}
