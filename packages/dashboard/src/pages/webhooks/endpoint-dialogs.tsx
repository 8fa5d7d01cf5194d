// Dialogs around one endpoint: add, change, new secret, delete.

import type { Endpoint } from '@leadline/contract';
import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { NewSecret } from './new-secret.tsx';
import {
  refreshWebhooks,
  useChangeEndpoint,
  useCreateEndpoint,
  useDeleteEndpoint,
  useRotateSecret,
} from './use-webhooks.ts';

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

interface EndpointDialogProps extends DialogProps {
  readonly endpoint: Endpoint;
}

export function AddDialog({ opened, onClose }: DialogProps) {
  const create = useCreateEndpoint();
  const close = (): void => {
    onClose();
    create.reset();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={create.isSuccess ? 'Webhook added' : 'Add webhook'}
      size="lg"
      // A slip must not take away a secret that is shown only now.
      closeOnClickOutside={false}
      closeOnEscape={!create.isSuccess}
    >
      {create.isSuccess ? (
        <NewSecret endpoint={create.data} onDone={close} />
      ) : (
        <EndpointForm
          endpoint={null}
          onSubmit={(values) => create.mutate(values)}
          onCancel={close}
          isPending={create.isPending}
          error={create.error}
        />
      )}
    </Modal>
  );
}

export function ChangeDialog({ endpoint, opened, onClose }: EndpointDialogProps) {
  const change = useChangeEndpoint(endpoint.webhook_id);
  const close = (): void => {
    onClose();
    change.reset();
  };
  return (
    <Modal opened={opened} onClose={close} title="Change webhook" size="lg">
      <EndpointForm
        endpoint={endpoint}
        onSubmit={(values) => change.mutate(values, { onSuccess: close })}
        onCancel={close}
        isPending={change.isPending}
        error={change.error}
      />
    </Modal>
  );
}

const GRACE_CHOICES = [
  { value: '0', label: 'At once' },
  { value: '1', label: 'After 1 hour' },
  { value: '24', label: 'After 24 hours' },
  { value: '168', label: 'After 7 days' },
];

export function RotateDialog({ endpoint, opened, onClose }: EndpointDialogProps) {
  const rotate = useRotateSecret(endpoint.webhook_id);
  const [graceHours, setGraceHours] = useState('24');
  const close = (): void => {
    onClose();
    rotate.reset();
    void refreshWebhooks();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={rotate.isSuccess ? 'New secret' : 'Make a new secret'}
      size="lg"
      // A slip must not take away a secret that is shown only now.
      closeOnClickOutside={false}
      closeOnEscape={!rotate.isSuccess}
    >
      {rotate.isSuccess ? (
        <NewSecret endpoint={rotate.data} onDone={close} />
      ) : (
        <Stack gap="md">
          <Text>
            Until the former secret ends, each delivery carries two signatures, one of each secret. Put the
            new one in place meanwhile. If others know the former one, end it at once.
          </Text>
          <FormError error={rotate.error} />
          <NativeSelect
            label="The former secret ends"
            data={GRACE_CHOICES}
            value={graceHours}
            onChange={(event) => setGraceHours(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button loading={rotate.isPending} onClick={() => rotate.mutate(Number(graceHours))}>
              Make new secret
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

interface DeleteDialogProps extends EndpointDialogProps {
  readonly onDeleted: () => void;
}

export function DeleteDialog({ endpoint, opened, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useDeleteEndpoint(endpoint.webhook_id, onDeleted);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Delete this webhook?"
      confirmLabel="Delete webhook"
      onConfirm={() => remove.mutate()}
      isPending={remove.isPending}
      error={remove.error}
    >
      Nothing is sent to {endpoint.url} any more, and the list of its deliveries goes too. This cannot be
      undone.
    </ConfirmDialog>
  );
}
