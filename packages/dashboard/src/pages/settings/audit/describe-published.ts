// Puts into words what a published version of the scoring settings changed.

import type { AccountSettings, SettingsChanges, SettingsVersion } from '@leadline/contract';
import { isTree, listDifferences, type Tree, tidy } from '../scoring/changes.ts';
import { describeChange } from '../scoring/describe-change.ts';

const MAX_NAMED = 3;

type Known = Pick<SettingsVersion, 'version' | 'changes' | 'note'>;

/** "Hot from: 80 → 85, Budget: 4 → 6 and 2 more. “Reach counts more”". Null if the versions aren't loaded. */
export function describePublished(
  version: number,
  versions: readonly Known[],
  { groups, defaults }: Pick<AccountSettings, 'groups' | 'defaults'>,
): string | null {
  const published = versions.find((known) => known.version === version);
  const before = version === 1 ? {} : versions.find((known) => known.version === version - 1)?.changes;
  if (published === undefined || before === undefined) return null;
  const { changes, note } = published;
  const values = { before: apply(before, defaults), after: apply(changes, defaults) };
  const differences = listDifferences(tidy(before, defaults), tidy(changes, defaults));
  const named = differences.slice(0, MAX_NAMED).map((names) => describeChange(groups, names, values));
  const more = differences.length - named.length;
  return [
    ...(named.length === 0 ? [] : [`${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`]),
    ...(note === '' ? [] : [`“${note}”`]),
  ].join(' ');
}

const apply = (changes: SettingsChanges, defaults: Tree): Tree => ({
  ...defaults,
  ...Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      const standard = defaults[name];
      return [name, isTree(value) && isTree(standard) ? apply(value, standard) : value];
    }),
  ),
});
