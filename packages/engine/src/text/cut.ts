/** At most so many characters, with an ellipsis where something was cut, and never half of a character. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const code = text.charCodeAt(most - 2);
  const end = code >= 0xd800 && code <= 0xdbff ? most - 2 : most - 1;
  return `${text.slice(0, end).trimEnd()}…`;
}
