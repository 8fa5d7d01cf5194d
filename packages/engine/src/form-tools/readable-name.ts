// Some tools send a question as an identifier: `what_is_your_budget?` is read as "What is your budget?".

export function readableName(identifier: string): string {
  const words = identifier.replace(/_+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
