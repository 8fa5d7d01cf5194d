// Decodes text that a message contains as base64, hex or raw UTF-8 bytes.

export const bytesOf = (hex: string): number[] =>
  Array.from({ length: hex.length >> 1 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));

const BASE64_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Null if it doesn't decode to text. */
export function decodeBase64(code: string): string | null {
  const bytes: number[] = [];
  let bits = 0;
  let bitCount = 0;
  for (const letter of code) {
    if (letter === '=') break;
    const value = BASE64_LETTERS.indexOf(letter === '-' ? '+' : letter === '_' ? '/' : letter);
    bits = ((bits << 6) | value) & 0xffff;
    bitCount += 6;
    if (bitCount < 8) continue;
    bitCount -= 8;
    const byte = (bits >> bitCount) & 0xff;
    if (!isTextByte(byte)) return null;
    bytes.push(byte);
  }
  return decodeUtf8(bytes);
}

const isTextByte = (byte: number): boolean =>
  (byte >= 0x20 && byte !== 0x7f) || byte === 9 || byte === 10 || byte === 13;

/** Null if the bytes are not text. */
export function decodeUtf8(bytes: readonly number[]): string | null {
  let text = '';
  for (let i = 0; i < bytes.length; ) {
    const first = bytes[i++] as number;
    const more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    if (!isTextByte(first) || (first >= 0x80 && first < 0xc2) || first > 0xf4) return null;
    let code = more === 0 ? first : first & (0x3f >> more);
    for (let k = 0; k < more; k++) {
      const next = bytes[i++] ?? 0;
      if (next >> 6 !== 2) return null;
      code = (code << 6) | (next & 0x3f);
    }
    if (code > 0x10ffff) return null;
    text += String.fromCodePoint(code);
  }
  return text;
}
