// Gives every column of a file a unique name, which serves as its key in rows and in the column mapping.

const MAX_NAME_LENGTH = 200;

/** For example, two `Phone` headers and a blank one become `Phone`, `Phone (2)` and `Column 3`. */
export function nameColumns(headers: readonly string[]): string[] {
  const taken = new Set<string>();
  for (const [index, header] of headers.entries()) {
    const name = header
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
