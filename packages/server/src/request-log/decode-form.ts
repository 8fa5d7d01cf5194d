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
