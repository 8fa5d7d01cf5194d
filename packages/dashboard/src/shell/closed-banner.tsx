// Says that the account will be deleted, and lets an owner cancel that.

import { PATHS } from '@leadline/contract/paths';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { describeFailure } from '../components/describe-failure.ts';
import { refreshSession, useAccount, useCan } from '../session/use-session.ts';
import classes from './banner.module.css';

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

export function ClosedBanner({ deleteAt }: { readonly deleteAt: string }) {
  const { name } = useAccount();
  const isOwner = useCan('owner');
  const cancel = useMutation({
    mutationFn: async () => {
      await call('DELETE', PATHS.accountDeletion);
      await refreshSession();
    },
    onSuccess: () => notifications.show({ message: 'The account is open again' }),
    onError: (error) => notifications.show({ color: 'red', message: describeFailure(error) }),
  });
  return (
    <p className={classes.banner}>
      <IconTrash size={16} aria-hidden />
      {name} is closed and will be deleted on {MOMENT.format(new Date(deleteAt))}. New leads are rejected.
      {isOwner && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => cancel.mutate()}
          loading={cancel.isPending}
        >
          Cancel deletion
        </Button>
      )}
    </p>
  );
}
