// Says what publishing does, and asks for a note.

import { MAX_SETTINGS_NOTE_LENGTH } from '@leadline/contract/limits';
import { Button, List, Modal, Stack, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { FormError } from '../../../components/form-error.tsx';

interface PublishDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly confirmLabel: string;
  /** What is published, and what that means. */
  readonly children: ReactNode;
  readonly onPublish: (note: string) => void;
  readonly isPending: boolean;
  readonly error: unknown;
}

export function PublishDialog({ opened, onClose, title, ...rest }: PublishDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <PublishForm onClose={onClose} {...rest} />
    </Modal>
  );
}

function PublishForm({
  onClose,
  confirmLabel,
  children,
  onPublish,
  isPending,
  error,
}: Omit<PublishDialogProps, 'opened' | 'title'>) {
  const [note, setNote] = useState('');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isPending) onPublish(note.trim());
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {children}
        <List size="sm" spacing={4}>
          <List.Item>New leads are scored by the new version within seconds.</List.Item>
          <List.Item>Leads that are already scored keep their score until you re-score open leads.</List.Item>
          <List.Item>You can roll back at any time.</List.Item>
        </List>
        <Textarea
          label="Note (optional)"
          description="Why you’re changing it. Shown in the list of versions."
          maxLength={MAX_SETTINGS_NOTE_LENGTH}
          autosize
          minRows={2}
          data-autofocus
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <FormError error={error} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}
