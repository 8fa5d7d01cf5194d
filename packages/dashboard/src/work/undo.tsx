// The messages about changes that can be undone. Pressing `u` undoes the last one that is still shown.

import { notifications } from '@mantine/notifications';
import { ActionMessage } from '../components/action-message.tsx';
import { MESSAGE_MS } from '../components/message-time.ts';

interface Undoable {
  readonly id: string;
  readonly leadIds: ReadonlySet<string>;
  readonly undo: () => void;
}

let shown: readonly Undoable[] = [];

/** The message stays after leaving the page, and its Undo works there, too. */
export function offerUndo(text: string, leadIds: readonly string[], run: () => void): void {
  // Undoing an earlier change of these leads would undo this one, too.
  for (const { id, leadIds: others } of shown)
    if (leadIds.some((leadId) => others.has(leadId))) notifications.hide(id);
  let isUsed = false;
  const id = `work-${leadIds[0]}-${Date.now()}`;
  const undo = (): void => {
    if (isUsed) return;
    isUsed = true;
    notifications.hide(id);
    run();
  };
  shown = [...shown, { id, leadIds: new Set(leadIds), undo }];
  notifications.show({
    id,
    autoClose: MESSAGE_MS,
    // Pressing `u` an hour later must not undo this.
    onClose: () => {
      shown = shown.filter((other) => other.id !== id);
    },
    message: <ActionMessage text={text} action="Undo" onAction={undo} />,
  });
}

export const undoLast = (): void => shown.at(-1)?.undo();
