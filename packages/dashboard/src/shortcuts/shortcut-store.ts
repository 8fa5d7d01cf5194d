// The active keyboard shortcuts, grouped into the shell's and the current page's. Shared listeners handle them all.

import { useSyncExternalStore } from 'react';

export interface Shortcut {
  /** An `event.key` value such as `j`, `?` or `Enter`, or a sequence separated by a space: `g i`. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
}

export interface ShortcutGroup {
  readonly name: string;
  readonly shortcuts: readonly Shortcut[];
}

/** The group that works on every page. */
export const SHELL_SHORTCUTS = 'Everywhere';

const STORAGE_KEY = 'leadline-shortcuts';
const SEQUENCE_MS = 1_000;

let groups: readonly ShortcutGroup[] = [];
let isOn = readIsOn();
let pending = { key: '', at: 0 };
/** Whether something else handles the current key. Checked in the capture phase, because a dialog closed by this key
 * would be gone by the time our handler runs. */
let isHandledElsewhere = false;
const readers = new Set<() => void>();

export function addShortcuts(group: ShortcutGroup): () => void {
  groups = [...groups, group];
  if (groups.length === 1) {
    window.addEventListener('keydown', checkKey, { capture: true });
    window.addEventListener('keydown', handleKey);
  }
  notifyReaders();
  return () => {
    groups = groups.filter((other) => other !== group);
    if (groups.length === 0) {
      window.removeEventListener('keydown', checkKey, { capture: true });
      window.removeEventListener('keydown', handleKey);
    }
    notifyReaders();
  };
}

export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useSyncExternalStore(subscribe, () => groups);
}

/** Single-key shortcuts can be turned off, because speech input can trigger them by accident (WCAG 2.1.4). */
export function useShortcutsSwitch(): [boolean, (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, () => isOn), setShortcutsOn];
}

function setShortcutsOn(on: boolean): void {
  isOn = on;
  try {
    localStorage.setItem(STORAGE_KEY, on ? 'on' : 'off');
  } catch {
    // Without storage, the choice lasts until the page is reloaded.
  }
  notifyReaders();
}

function readIsOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch {
    return true;
  }
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

function notifyReaders(): void {
  for (const read of readers) read();
}

function checkKey(event: KeyboardEvent): void {
  isHandledElsewhere = belongsElsewhere(event);
}

function handleKey(event: KeyboardEvent): void {
  if (!isOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return;
  if (isHandledElsewhere) return;
  const sequence = Date.now() - pending.at < SEQUENCE_MS ? `${pending.key} ${event.key}` : '';
  const found = findShortcut(sequence) ?? findShortcut(event.key);
  pending = found === undefined ? { key: event.key, at: Date.now() } : { key: '', at: 0 };
  if (found === undefined) return;
  event.preventDefault();
  found.run();
}

/** A page's shortcuts take precedence over the shell's, which were added first. */
function findShortcut(keys: string): Shortcut | undefined {
  return groups
    .toReversed()
    .flatMap((group) => group.shortcuts)
    .find((shortcut) => shortcut.keys === keys);
}

/** True for a focused text field, a control that handles Enter or Space itself, or an open dialog or menu. */
function belongsElsewhere(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
  )
    return true;
  if (
    (event.key === 'Enter' || event.key === ' ') &&
    target.closest('a, button, input, summary, [role=button]')
  )
    return true;
  return document.querySelector('[role=dialog], [role=menu], [role=listbox]') !== null;
}
