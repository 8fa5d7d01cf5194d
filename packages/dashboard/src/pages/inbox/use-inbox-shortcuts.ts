// Keyboard shortcuts for the list. Arrow keys, Home, End and Space are handled by the list itself (lead-list.tsx).

import type { Outcome } from '@leadline/contract';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';

interface Keys {
  readonly step: (by: number) => void;
  readonly open: () => void;
  readonly select: (isRange: boolean) => void;
  readonly setOutcome: (outcome: Outcome) => void;
  readonly ask: (kind: 'status' | 'assign' | 'snooze' | 'plan') => void;
  readonly markContacted: () => void;
  readonly clear: () => void;
}

export function useInboxShortcuts(canRecord: boolean, keys: Keys): void {
  const { step, open, select, setOutcome, ask, markContacted, clear } = keys;
  useShortcuts('Leads', [
    { keys: 'j', label: 'Next lead', run: () => step(1) },
    { keys: 'k', label: 'Previous lead', run: () => step(-1) },
    { keys: 'Enter', label: 'Open lead', run: open },
    ...(canRecord
      ? [
          { keys: 'x', label: 'Select lead', run: () => select(false) },
          { keys: 'X', label: 'Select range', run: () => select(true) },
          { keys: 'c', label: 'Mark as contacted', run: markContacted },
          { keys: 's', label: 'Set status', run: () => ask('status') },
          { keys: 'a', label: 'Assign', run: () => ask('assign') },
          { keys: 'z', label: 'Snooze', run: () => ask('snooze') },
          { keys: 'p', label: 'Plan the next step', run: () => ask('plan') },
          { keys: 'w', label: 'Mark as won', run: () => setOutcome('won') },
          { keys: 'l', label: 'Mark as lost', run: () => setOutcome('lost') },
          { keys: 'o', label: 'Reopen', run: () => setOutcome('open') },
        ]
      : []),
    { keys: 'Escape', label: 'Clear selection', run: clear },
  ]);
}
