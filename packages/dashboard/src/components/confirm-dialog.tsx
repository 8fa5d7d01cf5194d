// Asks before what cannot be undone; for the gravest, the person types a word first.

import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FormError } from './form-error.tsx';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** The verb on the button: "Delete webhook". */
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly isPending?: boolean;
  readonly error?: unknown;
  /** Must be typed before the button answers. */
  readonly typeToConfirm?: string;
}

export function ConfirmDialog({ opened, onClose, title, ...rest }: ConfirmDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Question onClose={onClose} {...rest} />
    </Modal>
  );
}

type QuestionProps = Omit<ConfirmDialogProps, 'opened' | 'title'>;

function Question({
  onClose,
  children,
  confirmLabel,
  onConfirm,
  isPending = false,
  error = null,
  typeToConfirm,
}: QuestionProps) {
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
