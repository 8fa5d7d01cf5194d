// Gives every column of a file a unique name, which serves as its key in rows and in the column mapping.

/** Added to the download of rejected rows, and ignored when the corrected file is uploaded. */
export const ADDED_COLUMNS: readonly string[] = ['leadline_line', 'leadline_reason'];

export const MAX_NAME_LENGTH = 200;
/** All imports of an account are listed at once with the names of their columns. */
export const MAX_NAMES_LENGTH = 32_768;

/** For example, two `Phone` headers and a blank one become `Phone`, `Phone (2)` and `Column 3`. */
export function nameColumns(headers: readonly string[]): string[] {
  const taken = new Set<string>();
  for (const [index, header] of headers.entries()) {
    const name = header
      .slice(0, 2 * MAX_NAME_LENGTH)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .slice(0, MAX_NAME_LENGTH)
      .toWellFormed()
      .trim();
    // Assigning to `__proto__` would change the row's prototype instead of adding a property.
    const isUsable = name !== '' && name !== '__proto__';
    taken.add(findFreeName(isUsable ? name : nameByPosition(index), (other) => taken.has(other)));
  }
  return [...taken];
}

export const nameByPosition = (index: number): string => `Column ${index + 1}`;

export function findFreeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  let number = 2;
  while (isTaken(`${name} (${number})`)) number++;
  return `${name} (${number})`;
}
