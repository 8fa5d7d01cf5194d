/** For an option that can be repeated. */
export const addName = (name: string, names: readonly string[]): string[] => [...names, name];
