// The keys of the list. Arrows, Home, End and blank work in the list as well, where they are expected (lead-list.tsx).

import type { Outcome } from '@leadline/contract';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';

interface Keys {
  readonly step: (by: number) => void;
  readonly open: () => void;
  readonly select: (isRange: boolean) => void;
  readonly decide: (outcome: Outcome) => void;
  readonly clear: () => void;
}

export function useInboxShortcuts(canDecide: boolean, keys: Keys): void {
  const { step, open, select, decide, clear } = keys;
  useShortcuts('Leads', [
    { keys: 'j', label: 'Next lead', run: () => step(1) },
    { keys: 'k', label: 'Previous lead', run: () => step(-1) },
    { keys: 'Enter', label: 'Open the lead', run: open },
    ...(canDecide
      ? [
          { keys: 'x', label: 'Select the lead', run: () => select(false) },
          { keys: 'X', label: 'Select from the last one to here', run: () => select(true) },
          { keys: 'w', label: 'Mark as won', run: () => decide('won') },
          { keys: 'l', label: 'Mark as lost', run: () => decide('lost') },
          { keys: 'o', label: 'Reopen', run: () => decide('open') },
        ]
      : []),
    { keys: 'Escape', label: 'Clear the selection', run: clear },
  ]);
}
