// Puts one change of the settings into words: "Hot from: 80 → 85".

import type { AccountSettings } from '@leadline/contract';
import { formatSum } from '../../lead/format-points.ts';
import { readAt, type Tree } from './changes.ts';
import { nameSetting } from './name-setting.ts';

/** Words, questions and other parts that aren't numbers are only named. */
export function describeChange(
  groups: AccountSettings['groups'],
  names: readonly string[],
  { before, after }: { readonly before: Tree; readonly after: Tree },
): string {
  const name = nameSetting(groups, names);
  const [from, to] = [readAt(before, names), readAt(after, names)];
  return typeof from === 'number' && typeof to === 'number'
    ? `${name}: ${formatSum(from)} → ${formatSum(to)}`
    : name;
}
