// Dialogs to add, edit and delete an endpoint, and to rotate its secret.

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
      // The secret is only shown once, so a stray click or keypress must not close the dialog.
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

export function EditDialog({ endpoint, opened, onClose }: EndpointDialogProps) {
  const change = useChangeEndpoint(endpoint.webhook_id);
  const close = (): void => {
    onClose();
    change.reset();
  };
  return (
    <Modal opened={opened} onClose={close} title="Edit webhook" size="lg">
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
  { value: '0', label: 'Immediately' },
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
      title={rotate.isSuccess ? 'New secret' : 'Rotate secret'}
      size="lg"
      // The secret is only shown once, so a stray click or keypress must not close the dialog.
      closeOnClickOutside={false}
      closeOnEscape={!rotate.isSuccess}
    >
      {rotate.isSuccess ? (
        <NewSecret endpoint={rotate.data} onDone={close} />
      ) : (
        <Stack gap="md">
          <Text>
            Until the old secret expires, each delivery is signed with both secrets, so you have time to
            deploy the new one. If the old secret has leaked, expire it immediately.
          </Text>
          <FormError error={rotate.error} />
          <NativeSelect
            label="Expire the old secret"
            data={GRACE_CHOICES}
            value={graceHours}
            onChange={(event) => setGraceHours(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button loading={rotate.isPending} onClick={() => rotate.mutate(Number(graceHours))}>
              Rotate secret
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
      Leadline will stop sending events to {endpoint.url} and delete its delivery history. This can’t be
      undone.
    </ConfirmDialog>
  );
}
