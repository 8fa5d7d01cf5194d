// Reads and edits changes to the default settings. A number has a path, such as `answers.what.present`.

import type { SettingsChanges } from '@leadline/contract';

export type Tree = Readonly<Record<string, unknown>>;

export function readNumber(settings: Tree, path: string): number {
  let value: unknown = settings;
  for (const name of path.split('.')) value = isTree(value) ? value[name] : undefined;
  return typeof value === 'number' ? value : 0;
}

/** Null resets it to the default. */
export function setNumber(changes: SettingsChanges, path: string, value: number | null): SettingsChanges {
  return setAt(changes, path.split('.'), value ?? undefined);
}

/** Replaces a setting that isn't a number, such as the words. Undefined resets it to the default. */
export function setPart(changes: SettingsChanges, name: string, value: unknown): SettingsChanges {
  return setAt(changes, [name], value);
}

/** Branches that become empty are removed. */
function setAt(tree: Tree, [name = '', ...rest]: readonly string[], value: unknown): Record<string, unknown> {
  const { [name]: known, ...others } = tree;
  const set = rest.length === 0 ? value : setAt(isTree(known) ? known : {}, rest, value);
  const isEmpty = set === undefined || (rest.length > 0 && Object.keys(set as Tree).length === 0);
  // A name that is known stays in its place.
  if (!isEmpty) return { ...tree, [name]: set };
  return others;
}

/** Leaves out numbers that equal their default, so that two sets of changes can be compared. */
export function tidy(changes: SettingsChanges, defaults: Tree): SettingsChanges {
  const parts = [...flatten(changes)].filter(([, { names, value }]) => {
    if (Array.isArray(value)) return value.length > 0;
    if (typeof value !== 'number') return true;
    return value !== readAt(defaults, names);
  });
  return build(parts.map(([, part]) => part));
}

export const isSame = (one: SettingsChanges, other: SettingsChanges): boolean =>
  listDifferences(one, other).length === 0;

export interface Part {
  /** Where it is. A question may contain dots, so this is not a path. */
  readonly names: readonly string[];
  readonly value: unknown;
}

/** Where the two differ; a list or the typical deal counts as one. */
export function listDifferences(one: SettingsChanges, other: SettingsChanges): (readonly string[])[] {
  const [first, second] = [flatten(one), flatten(other)];
  return [...new Map([...first, ...second])].flatMap(([key, { names }]) =>
    isSameValue(first.get(key)?.value, second.get(key)?.value) ? [] : [names],
  );
}

export const isSameValue = (one: unknown, other: unknown): boolean => stringify(one) === stringify(other);

/** Regardless of the order of names. */
function stringify(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isTree(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

/** Settings that are changed as a whole. */
const WHOLE: ReadonlySet<string> = new Set(['typicalDeal', 'closing', 'words', 'exclusions']);

export function flatten(changes: SettingsChanges): Map<string, Part> {
  const parts = new Map<string, Part>();
  const add = (value: unknown, names: readonly string[]): void => {
    if (isTree(value) && !WHOLE.has(names[0] ?? ''))
      for (const [name, part] of Object.entries(value)) add(part, [...names, name]);
    else parts.set(JSON.stringify(names), { names, value });
  };
  add(changes, []);
  return parts;
}

export function build(parts: readonly Part[]): SettingsChanges {
  return parts.reduce<SettingsChanges>((changes, { names, value }) => setAt(changes, names, value), {});
}

export function readAt(tree: Tree, names: readonly string[]): unknown {
  return names.reduce<unknown>((value, name) => (isTree(value) ? value[name] : undefined), tree);
}

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
