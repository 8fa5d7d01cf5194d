/** Joins names of reasons, which may contain commas: "Wants to buy; soon, or urgent". */
export const joinNames = (names: readonly string[]): string =>
  names.map((name, place) => (place === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1))).join('; ');
