// ROT13, which is its own inverse.

export function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode((code & 0x1f) > 13 ? code - 13 : code + 13);
  });
}
