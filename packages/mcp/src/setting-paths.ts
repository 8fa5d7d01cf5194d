// Settings by their path, such as `answers.when.strong`, which models get right more often than nested objects.

type Fields = Readonly<Record<string, unknown>>;

export function findNumber(settings: Fields, path: string): number | null {
  let found: unknown = settings;
  for (const name of path.split('.'))
    found = isFields(found) && Object.hasOwn(found, name) ? found[name] : null;
  return typeof found === 'number' ? found : null;
}

/** A copy with these numbers at their paths. */
export function withNumbers(
  changes: Fields,
  numbers: readonly { readonly path: string; readonly value: number }[],
): Fields {
  let changed = changes;
  for (const { path, value } of numbers) changed = withNumber(changed, path.split('.'), value);
  return changed;
}

function withNumber(fields: Fields, [name = '', ...rest]: readonly string[], value: number): Fields {
  const inner = Object.hasOwn(fields, name) ? fields[name] : {};
  return {
    ...fields,
    [name]: rest.length === 0 ? value : withNumber(isFields(inner) ? inner : {}, rest, value),
  };
}

/** Whether two values are the same JSON, whatever the order of their fields. */
export const isSameJson = (a: unknown, b: unknown): boolean =>
  JSON.stringify(sortFields(a)) === JSON.stringify(sortFields(b));

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, sortFields(field)]),
  );
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
