// Normalizes text for comparison: lower case, without accents or punctuation.

const OTHER_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ı: 'i', ł: 'l', ø: 'o', æ: 'ae' };

/** `Closed – Won!` → `closed won` */
export const foldWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßıłøæ]/g, (letter) => OTHER_LETTERS[letter] as string)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
