/** Shortens a text with an ellipsis, without splitting a surrogate pair. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const code = text.charCodeAt(maxLength - 2);
  const end = code >= 0xd800 && code <= 0xdbff ? maxLength - 2 : maxLength - 1;
  return `${text.slice(0, end).trimEnd()}…`;
}
