// Puts the engine's rules into words: it names settings by their path, people know them by their label.

import type { AccountSettings } from '@leadline/contract';

export interface Problem {
  readonly text: string;
  /** The settings that the rule is about. */
  readonly paths: readonly string[];
  /** Where these are on the page. */
  readonly groups: readonly string[];
}

interface Rejection {
  readonly field: string;
  readonly error: string;
}

/** Settings without a number of their own. */
const OTHER_LABELS: readonly (readonly [path: string, label: string])[] = [
  ['typicalDeal.currency', 'The currency'],
  ['questions', 'Questions'],
  ['words', 'Words that matter'],
  ['exclusions', 'Exclusions'],
];

export function explainProblem(groups: AccountSettings['groups'], { field, error }: Rejection): Problem {
  const guides = groups.flatMap(({ id, settings }) => settings.map((guide) => ({ ...guide, group: id })));
  // `answers.what.present` before `answers.what`.
  const known = guides.toSorted((a, b) => b.path.length - a.path.length);
  let text = error;
  const named = known.filter(({ path, label }) => {
    if (!hasPath(text, path)) return false;
    text = text.replaceAll(path, `“${label}”`);
    return true;
  });
  if (named.length > 0)
    return {
      text: `${text}.`,
      paths: named.map(({ path }) => path),
      groups: [...new Set(named.map(({ group }) => group))],
    };
  const inGroup = guides.find(({ path }) => path.startsWith(`${field}.`));
  const group = groups.find(({ id }) => id === field);
  if (group !== undefined && inGroup !== undefined)
    return { text: `${text.replace(field, group.label)}.`, paths: [inGroup.path], groups: [group.id] };
  const [path, label] = OTHER_LABELS.find(([start]) => field.startsWith(start)) ?? [field, field];
  return { text: `${text.replace(field, label)}.`, paths: [path], groups: [path.split('.')[0] ?? path] };
}

/** Not as a part of a longer name. */
const hasPath = (text: string, path: string): boolean =>
  new RegExp(`(?<![\\w.“-])${path.replaceAll('.', '\\.')}(?![\\w.-])`).test(text);
