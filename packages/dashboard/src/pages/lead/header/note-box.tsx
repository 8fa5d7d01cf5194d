// Adds a note to the timeline. Ctrl+Enter or ⌘+Enter saves it; so does a change of status.

import { MAX_NOTE_LENGTH } from '@leadline/contract/limits';
import { Button, Group, Text, Textarea } from '@mantine/core';
import { type FormEvent, useRef } from 'react';
import { useShortcuts } from '../../../shortcuts/use-shortcuts.ts';
import type { NoteDraft } from '../../../work/note-draft.ts';
import type { LeadWork } from '../use-lead-work.ts';

interface NoteBoxProps {
  readonly work: LeadWork;
  readonly draft: NoteDraft;
}

export function NoteBox({ work, draft }: NoteBoxProps) {
  const { text, note } = draft;
  const field = useRef<HTMLTextAreaElement>(null);
  useShortcuts('Notes', [{ keys: 'n', label: 'Add a note', run: () => field.current?.focus() }]);

  async function save(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    // A failed note stays in the field.
    if (note !== null && (await work.change({ note }))) draft.set('');
  }

  return (
    <form onSubmit={(event) => void save(event)}>
      <Textarea
        ref={field}
        aria-label="Note"
        placeholder="Add a note…"
        autosize
        minRows={1}
        maxRows={8}
        maxLength={MAX_NOTE_LENGTH}
        value={text}
        onChange={(event) => draft.set(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(event);
          // The draft is kept, and keys are shortcuts again.
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {note !== null && (
        <Group gap="xs" mt={6} justify="flex-end">
          <Text size="xs" c="dimmed">
            Ctrl+Enter
          </Text>
          <Button size="xs" type="submit" loading={work.isPending}>
            Save note
          </Button>
        </Group>
      )}
    </form>
  );
}
