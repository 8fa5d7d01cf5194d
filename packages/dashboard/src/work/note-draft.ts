// A note that isn't saved yet. It is kept for the browser tab, because people open the next lead before they save.

import { useState } from 'react';

const PREFIX = 'leadline.note.';

export interface NoteDraft {
  readonly text: string;
  /** What would be saved; null if there is nothing. */
  readonly note: string | null;
  readonly set: (text: string) => void;
}

export function useNoteDraft(leadId: string): NoteDraft {
  const key = PREFIX + leadId;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  function set(changed: string): void {
    setText(changed);
    if (changed.trim() === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, changed);
  }
  const trimmed = text.trim();
  return { text, note: trimmed === '' ? null : trimmed, set };
}

/** Nothing stays for the next person who signs in on this computer. */
export function forgetNoteDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
