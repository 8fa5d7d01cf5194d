// Numbers written as one word: dreitausend, fünfundzwanzigtausend, duemila, vijftigduizend.

/** Parts of a compound with their values, in German, Italian and Dutch. */
const PARTS = `
  ein 1 eine 1 zwei 2 drei 3 vier 4 funf 5 fuenf 5 sechs 6 sieben 7 acht 8 neun 9 zehn 10 elf 11
  zwolf 12 dreizehn 13 funfzehn 15 sechzehn 16 achtzehn 18 zwanzig 20 dreissig 30 vierzig 40 funfzig
  50 fuenfzig 50 sechzig 60 siebzig 70 achtzig 80 neunzig 90 due 2 tre 3 quattro 4 cinque 5 sei 6
  sette 7 otto 8 nove 9 dieci 10 dodici 12 quindici 15 venti 20 venticinque 25 trenta 30
  trentacinque 35 quaranta 40 cinquanta 50 sessanta 60 settanta 70 ottanta 80 novanta 90 een 1 twee
  2 drie 3 vijf 5 zes 6 zeven 7 negen 9 tien 10 twaalf 12 vijftien 15 twintig 20 dertig 30 veertig
  40 vijftig 50 zestig 60 zeventig 70 tachtig 80 negentig 90`;
const PART_VALUES = new Map(
  [...PARTS.matchAll(/(\w+)\s+(\d+)/g)].map(([, word = '', value]): [string, number] => [
    word,
    Number(value),
  ]),
);
const COMPOUND_SCALES: readonly (readonly [string, number])[] = [
  ['tausend', 1000],
  ['duizend', 1000],
  ['mila', 1000],
  ['mille', 1000],
  ['hundert', 100],
  ['honderd', 100],
  ['cento', 100],
];

export function readCompound(word: string): number | null {
  if (word === '') return 0;
  const whole = PART_VALUES.get(word);
  if (whole !== undefined) return whole;
  for (const [name, value] of COMPOUND_SCALES) {
    const at = word.indexOf(name);
    if (at < 0) continue;
    const left = at === 0 ? 1 : readCompound(word.slice(0, at));
    const right = readCompound(word.slice(at + name.length));
    return left === null || right === null ? null : left * value + right;
  }
  for (const link of ['und', 'en']) {
    for (let at = word.indexOf(link, 1); at > 0; at = word.indexOf(link, at + 1)) {
      const ones = PART_VALUES.get(word.slice(0, at));
      const tens = PART_VALUES.get(word.slice(at + link.length));
      if (ones !== undefined && tens !== undefined && ones < 10 && tens >= 20) return tens + ones;
    }
  }
  return null;
}
