export function toSentence(text: string): string {
  const capitalized = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?]$/.test(capitalized) ? capitalized : `${capitalized}.`;
}
