// What a setting is called in sentences.

import type { AccountSettings } from '@leadline/contract';

type Groups = AccountSettings['groups'];

const PARTS: Readonly<Record<string, string>> = {
  typicalDeal: 'Typical deal',
  closing: 'Chance of closing',
  words: 'Words that matter',
  exclusions: 'Exclusions',
};

export function nameSetting(groups: Groups, names: readonly string[]): string {
  const [first = ''] = names;
  if (first === 'questions') return `The question “${names[1]}”`;
  const part = PARTS[first];
  if (part !== undefined) return part;
  const path = names.join('.');
  const guide = groups.flatMap(({ settings }) => settings).find((setting) => setting.path === path);
  return guide?.label ?? path;
}
