// Names for the columns of a file, by which its rows and its mapping know them: each one different from all others.

const MAX_NAME_LENGTH = 200;

/** `Phone`, `Phone` and a blank one give `Phone`, `Phone (2)`, `Column 3`. */
export function nameColumns(headers: readonly string[]): string[] {
  const taken = new Set<string>();
  for (const [index, header] of headers.entries()) {
    const name = header
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .slice(0, MAX_NAME_LENGTH)
      .toWellFormed()
      .trim();
    // Setting a property of this name on a row would set something else.
    const isName = name !== '' && name !== '__proto__';
    taken.add(findFreeName(isName ? name : nameByPlace(index), (other) => taken.has(other)));
  }
  return [...taken];
}

export const nameByPlace = (index: number): string => `Column ${index + 1}`;

export function findFreeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  let number = 2;
  while (isTaken(`${name} (${number})`)) number++;
  return `${name} (${number})`;
}
