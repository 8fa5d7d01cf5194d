// Writes a rejected row as JSON, short enough to store and to read back without exhausting memory.

const MAX_LENGTH = 65_536;
const MAX_CUT_LENGTH = 100;
const MAX_CUT_FIELDS = 250;

/** Takes the fields of a row, or its text if it couldn't be parsed. A row that is too long loses the ends of its texts
 * first, then most of its fields. */
export function writeRowContent(row: unknown): string {
  const whole = toJson(row, Number.POSITIVE_INFINITY);
  if (whole.length <= MAX_LENGTH) return whole;
  const cut = toJson(row, MAX_CUT_LENGTH);
  return cut.length <= MAX_LENGTH ? cut : toJson(cutFields(row), MAX_CUT_LENGTH);
}

/** Drops what PostgreSQL can't store: NUL and unpaired surrogates. */
const toJson = (row: unknown, maxLength: number): string =>
  JSON.stringify(row, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').slice(0, maxLength).toWellFormed() : value,
  );

/** Keeps the texts and numbers of the first fields. Nested values and long names are what made the row so long. */
function cutFields(row: unknown): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  let count = 0;
  for (const [name, value] of Object.entries(row as object)) {
    if (typeof value === 'object' || name === '__proto__') continue;
    fields[name.slice(0, MAX_CUT_LENGTH).toWellFormed()] = value;
    if (++count === MAX_CUT_FIELDS) break;
  }
  return fields;
}
