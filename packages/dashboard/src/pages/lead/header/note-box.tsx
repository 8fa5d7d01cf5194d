// Adds a note to the timeline. Ctrl+Enter or ⌘+Enter saves it.

import { MAX_NOTE_LENGTH } from '@leadline/contract/limits';
import { Button, Group, Text, Textarea } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useShortcuts } from '../../../shortcuts/use-shortcuts.ts';
import type { LeadWork } from '../use-lead-work.ts';

export function NoteBox({ work }: { readonly work: LeadWork }) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const note = text.trim();
  useShortcuts('Notes', [{ keys: 'n', label: 'Add a note', run: () => field.current?.focus() }]);

  async function save(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    // A failed note stays in the field.
    if (note !== '' && (await work.change({ note }))) setText('');
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
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(event);
        }}
      />
      {note !== '' && (
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
