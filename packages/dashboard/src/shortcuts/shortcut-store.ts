// The shortcuts in force, by group: the shell's and those of the page shown. One listener serves them all.

import { useSyncExternalStore } from 'react';

export interface Shortcut {
  /** As `event.key` names it: `j`, `?`, `Enter`; two in a row with a blank: `g i`. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
}

export interface ShortcutGroup {
  readonly name: string;
  readonly shortcuts: readonly Shortcut[];
}

const SWITCH = 'leadline-shortcuts';
const SEQUENCE_MS = 1_000;

let groups: readonly ShortcutGroup[] = [];
let isOn = readSwitch();
let pending = { key: '', at: 0 };
/** Of the key that is being pressed. Looked at first of all: a dialog that closes by it is gone when we hear it. */
let isElsewhere = false;
const readers = new Set<() => void>();

export function addShortcuts(group: ShortcutGroup): () => void {
  groups = [...groups, group];
  if (groups.length === 1) {
    window.addEventListener('keydown', noticeKey, { capture: true });
    window.addEventListener('keydown', pressKey);
  }
  tellReaders();
  return () => {
    groups = groups.filter((other) => other !== group);
    if (groups.length === 0) {
      window.removeEventListener('keydown', noticeKey, { capture: true });
      window.removeEventListener('keydown', pressKey);
    }
    tellReaders();
  };
}

export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useSyncExternalStore(subscribe, () => groups);
}

/** Single keys can be switched off, because speech input and stray fingers press them unasked (WCAG 2.1.4). */
export function useShortcutsSwitch(): [boolean, (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, () => isOn), turnShortcuts];
}

function turnShortcuts(on: boolean): void {
  isOn = on;
  try {
    localStorage.setItem(SWITCH, on ? 'on' : 'off');
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  tellReaders();
}

function readSwitch(): boolean {
  try {
    return localStorage.getItem(SWITCH) !== 'off';
  } catch {
    return true;
  }
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

function tellReaders(): void {
  for (const read of readers) read();
}

function noticeKey(event: KeyboardEvent): void {
  isElsewhere = isBusyElsewhere(event);
}

function pressKey(event: KeyboardEvent): void {
  if (!isOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return;
  if (isElsewhere) return;
  const sequence = Date.now() - pending.at < SEQUENCE_MS ? `${pending.key} ${event.key}` : '';
  const found = findShortcut(sequence) ?? findShortcut(event.key);
  pending = found === undefined ? { key: event.key, at: Date.now() } : { key: '', at: 0 };
  if (found === undefined) return;
  event.preventDefault();
  found.run();
}

/** A page's own shortcut goes before the shell's, which came first. */
function findShortcut(keys: string): Shortcut | undefined {
  return groups
    .toReversed()
    .flatMap((group) => group.shortcuts)
    .find((shortcut) => shortcut.keys === keys);
}

/** Keys belong to a field being written in, to a control that answers Enter or blank itself, and to an open dialog or menu. */
function isBusyElsewhere(event: KeyboardEvent): boolean {
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
