// Confirms an action that can't be undone. The most serious ones require typing something first.

import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FormError } from './form-error.tsx';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Explains what will happen. */
  readonly children: ReactNode;
  /** The button label, such as "Delete webhook". */
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly isPending?: boolean;
  readonly error?: unknown;
  /** Text to type before the button is enabled. */
  readonly typeToConfirm?: string;
}

export function ConfirmDialog({ opened, onClose, title, ...rest }: ConfirmDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <ConfirmForm onClose={onClose} {...rest} />
    </Modal>
  );
}

type ConfirmFormProps = Omit<ConfirmDialogProps, 'opened' | 'title'>;

function ConfirmForm({
  onClose,
  children,
  confirmLabel,
  onConfirm,
  isPending = false,
  error = null,
  typeToConfirm,
}: ConfirmFormProps) {
  const [typed, setTyped] = useState('');
  const isReady = typeToConfirm === undefined || typed.trim() === typeToConfirm;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isReady && !isPending) onConfirm();
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text component="div">{children}</Text>
        {typeToConfirm !== undefined && (
          <TextInput
            label={`Type “${typeToConfirm}” to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        <FormError error={error} />
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            onClick={onClose}
            data-autofocus={typeToConfirm === undefined || undefined}
          >
            Cancel
          </Button>
          <Button type="submit" color="red.8" disabled={!isReady} loading={isPending}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
