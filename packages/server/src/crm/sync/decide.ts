// Decides which fields of a record to write. A field that we added is always ours to change; any other, as long as it still has
// what we wrote last, or nothing.

import type { FieldValue, FieldValues } from '../vendors/adapter.ts';

export interface FieldChanges {
  readonly writes: FieldValues;
  /** Fields that somebody edited. */
  readonly keeps: readonly string[];
  /** What we will have written last, once this is done. */
  readonly written: FieldValues;
}

/** `ours` are all the values that we may have written: a worker may have died before it knew. `own` are the fields that we added. */
export function decideFields(
  desired: FieldValues,
  current: FieldValues,
  ours: readonly FieldValues[],
  own: ReadonlySet<string>,
): FieldChanges {
  const writes: Record<string, FieldValue> = {};
  const written: Record<string, FieldValue> = { ...ours[0] };
  const keeps: string[] = [];
  for (const [field, value] of Object.entries(desired)) {
    const now = fold(current[field]);
    if (now === fold(value)) written[field] = value;
    else if (
      now === '' ||
      own.has(field) ||
      ours.some((values) => field in values && fold(values[field]) === now)
    ) {
      writes[field] = value;
      written[field] = value;
    } else keeps.push(field);
  }
  return { writes, keeps, written };
}

/** CRMs trim texts, change line breaks, cut times to seconds and write emails in lower case. */
function fold(value: FieldValue | undefined): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);
  if (isTime) return text.slice(0, 19);
  const line = text.replace(/\s+/g, ' ').trim();
  return /^\S+@\S+$/.test(line) ? line.toLowerCase() : line;
}
