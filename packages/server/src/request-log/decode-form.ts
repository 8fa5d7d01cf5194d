/** `%40` → `@` and `+` → a blank; what is no such code stays. */
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
