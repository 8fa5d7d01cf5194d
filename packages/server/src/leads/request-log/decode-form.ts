/** Decodes `%40` to `@` and `+` to a space. Leaves invalid codes unchanged. */
export const decodeForm = (text: string): string => decodePercent(text.replaceAll('+', ' '));

export const decodePercent = (text: string): string =>
  text.includes('%')
    ? text.replace(/(?:%[\da-f]{2})+/gi, (codes) => {
        try {
          return decodeURIComponent(codes);
        } catch {
          return codes;
        }
      })
    : text;

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Decodes `\u0040` to `@`. Also used on text that is not JSON. */
export const decodeEscapes = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\(?:u([\da-f]{4})|(.))/gis, (_, code: string | undefined, char: string) =>
        code === undefined ? (ESCAPED[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
