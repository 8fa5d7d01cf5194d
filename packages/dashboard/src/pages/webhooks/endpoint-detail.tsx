// One endpoint: status, actions and deliveries.

import type { Endpoint } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { Alert, Anchor, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconArrowLeft,
  IconDots,
  IconKey,
  IconPencil,
  IconPower,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { describeFailure } from '../../components/describe-failure.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { PAGES } from '../../navigation/page-paths.ts';
import { Deliveries } from './deliveries.tsx';
import { DeleteDialog, EditDialog, RotateDialog } from './endpoint-dialogs.tsx';
import { describeEvents } from './endpoint-list.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { useChangeEndpoint } from './use-webhooks.ts';
import classes from './webhooks.module.css';

type Dialog = 'edit' | 'rotate' | 'delete';

export function EndpointDetail({ endpoint }: { readonly endpoint: Endpoint }) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [testedAt, setTestedAt] = useState(0);
  const close = (): void => setDialog(null);
  const { enabled, webhook_id: id } = endpoint;
  return (
    <>
      <Anchor component={Link} to={PAGES.webhooks} size="sm" className={classes.back ?? ''}>
        <IconArrowLeft size={15} aria-hidden /> All webhooks
      </Anchor>
      <PageHeader
        title={endpoint.description || 'Webhook'}
        description={<span className={classes.url}>{endpoint.url}</span>}
        actions={<Actions endpoint={endpoint} onOpen={setDialog} onTested={() => setTestedAt(Date.now())} />}
      />
      <Stack gap="lg">
        <Stack gap={4}>
          <EndpointState endpoint={endpoint} />
          <Text size="sm" c="dimmed">
            {describeEvents(endpoint)}
          </Text>
        </Stack>
        {!enabled && (
          <Alert color="yellow" variant="outline">
            Events that happen while the webhook is off are not sent later. Once your endpoint works again,
            switch on the webhook and resend the failed events.
          </Alert>
        )}
        <Deliveries key={id} endpoint={endpoint} testedAt={testedAt} />
      </Stack>
      <EditDialog endpoint={endpoint} opened={dialog === 'edit'} onClose={close} />
      <RotateDialog endpoint={endpoint} opened={dialog === 'rotate'} onClose={close} />
      <DeleteDialog
        endpoint={endpoint}
        opened={dialog === 'delete'}
        onClose={close}
        onDeleted={() => navigate(PAGES.webhooks, { replace: true })}
      />
    </>
  );
}

interface ActionsProps {
  readonly endpoint: Endpoint;
  readonly onOpen: (dialog: Dialog) => void;
  readonly onTested: () => void;
}

function Actions({ endpoint: { webhook_id: id, enabled }, onOpen, onTested }: ActionsProps) {
  const change = useChangeEndpoint(id);
  const test = useMutation({
    mutationFn: () => call('POST', fillPath(PATHS.webhookTest, { id })),
    onSuccess: () => {
      notifications.show({ message: 'Sending a test event. The result appears under Deliveries.' });
      onTested();
    },
    onError: (error) => notifications.show({ color: 'red', message: describeFailure(error) }),
  });

  function toggle(): void {
    change.mutate(
      { enabled: !enabled },
      { onError: (error) => notifications.show({ color: 'red', message: describeFailure(error) }) },
    );
  }

  return (
    <Group gap="xs">
      {enabled ? (
        <Button
          variant="default"
          leftSection={<IconSend size={16} aria-hidden />}
          onClick={() => test.mutate()}
          loading={test.isPending}
        >
          Send test event
        </Button>
      ) : (
        <Button leftSection={<IconPower size={16} aria-hidden />} onClick={toggle} loading={change.isPending}>
          Switch on
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => onOpen('edit')}
      >
        Edit
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" px="xs" aria-label="More actions">
            <IconDots size={16} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => onOpen('rotate')}>
            Rotate secret
          </Menu.Item>
          {enabled && (
            <Menu.Item leftSection={<IconPower size={16} aria-hidden />} onClick={toggle}>
              Switch off
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            c="var(--ll-danger)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onOpen('delete')}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
