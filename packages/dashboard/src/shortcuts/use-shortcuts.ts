// Activates shortcuts while the component is mounted, and lists them in the help dialog (?).

import { useEffectEvent, useLayoutEffect } from 'react';
import { addShortcuts, type Shortcut } from './shortcut-store.ts';

export function useShortcuts(name: string, shortcuts: readonly Shortcut[]): void {
  const run = useEffectEvent((keys: string) => shortcuts.find((shortcut) => shortcut.keys === keys)?.run());
  // Handlers may change with every render, but shortcuts are only registered again when their keys or labels change.
  const listed = JSON.stringify(shortcuts.map(({ keys, label }) => [keys, label]));
  // Before the page is painted, so that a key pressed the moment it appears counts.
  useLayoutEffect(() => {
    const list = JSON.parse(listed) as [string, string][];
    return addShortcuts({
      name,
      shortcuts: list.map(([keys, label]) => ({ keys, label, run: () => run(keys) })),
    });
  }, [name, listed]);
}
