// Finds settings by their name, the reason behind them, or the group they are in.

import type { AccountSettings } from '@leadline/contract';

type Groups = AccountSettings['groups'];

/** Groups without a match are left out. */
export function findSettings(groups: Groups, text: string): Groups {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (...texts: readonly string[]): boolean => {
    const whole = texts.join(' ').toLowerCase();
    return words.every((word) => whole.includes(word));
  };
  return groups
    .map((group) => ({
      ...group,
      settings: group.settings.filter(({ label, why }) => matches(label, why, group.label)),
    }))
    .filter(({ settings }) => settings.length > 0);
}
