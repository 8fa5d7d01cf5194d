// Which fields of a real response its example in the API reference lacks. A field that is optional in the schema would
// otherwise never get into the example.

/** Their fields are IDs, or have names that senders or owners chose. */
const NAMED_BY_OTHERS: ReadonlySet<string> = new Set([
  'custom_fields',
  'mapping',
  'statuses',
  'body',
  'details',
  'questions',
  'revisions',
]);

/** Paths such as `data[].person_id`. Null, an empty list and an empty object say nothing about the fields of what they stand for. */
export function listMissingFields(real: unknown, example: unknown, path = ''): string[] {
  if (Array.isArray(real)) {
    const items = (Array.isArray(example) ? example : []).filter(isObject);
    if (items.length === 0) return [];
    const together = Object.assign({}, ...items) as object;
    return [...new Set(real.flatMap((item) => listMissingFields(item, together, `${path}[]`)))];
  }
  if (!isObject(real) || !isObject(example)) return [];
  return Object.entries(real).flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`;
    if (!(name in example)) return [at];
    return NAMED_BY_OTHERS.has(name) ? [] : listMissingFields(value, example[name], at);
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
