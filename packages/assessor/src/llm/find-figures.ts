// Finds and normalizes the figures in an English text, so that 25,000 USD, $25k and twenty-five thousand dollars match.

export interface Figure {
  /** In digits. Anything that isn't a number, such as 12.3.2026, is kept as written. */
  readonly value: string;
  /** '' if the text has no sign, which matches any sign. */
  readonly sign: '' | '+' | '-';
  /** '%', a currency, or '' for a bare number. */
  readonly unit: string;
  /** As written in the text. */
  readonly text: string;
}

const WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty';
const TENS = 'thirty forty fifty sixty seventy eighty ninety';
const NUMBER_WORDS = new Map<string, number>([
  ...WORDS.split(' ').map((word, value) => [word, value] as const),
  ...TENS.split(' ').map((word, at) => [word, 30 + 10 * at] as const),
]);

const SCALES: Readonly<Record<string, number>> = {
  hundred: 100,
  k: 1e3,
  grand: 1e3,
  thousand: 1e3,
  lakh: 1e5,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  crore: 1e7,
  bn: 1e9,
  billion: 1e9,
};

/** The names of each unit, starting with the canonical one. */
const UNITS: readonly string[] = [
  '% percent',
  'usd $ dollar dollars bucks',
  'eur € euro euros',
  'gbp £ pound pounds quid',
  'inr ₹ rupee rupees',
  'jpy ¥ yen',
  'cny yuan',
  'brl reais',
  'mxn peso pesos',
  'chf franc francs',
  'aud',
  'cad',
  'nzd',
  'sgd',
  'aed dirham dirhams',
  'zar rand',
  'idr rupiah',
  'myr ringgit',
  'sek kronor',
  'nok',
  'dkk kroner',
  'pln zloty',
];
const UNIT_OF = new Map(
  UNITS.flatMap((names) => names.split(' ').map((name, _at, [unit = '']) => [name, unit] as const)),
);

const oneOf = (names: Iterable<string>): string => [...names].join('|');
const isWord = (name: string): boolean => /^\w/.test(name);
const unitWords = [...UNIT_OF.keys()].filter(isWord);
const unitSigns = [...UNIT_OF.keys()].filter((name) => !isWord(name));

const NUMBER_WORD = new RegExp(String.raw`\b(?:${oneOf(NUMBER_WORDS.keys())})\b`, 'g');
const DIGITS = String.raw`\p{N}+(?:[.,]\p{N}+)*`;
const UNIT_AFTER = String.raw`\s?(?:[${unitSigns.join('')}]|(?:${oneOf(unitWords)})\b)`;
const RANGE = new RegExp(String.raw`(${DIGITS})(\s?(?:-|to)\s?${DIGITS})(${UNIT_AFTER})`, 'gu');
const FIGURE = new RegExp(
  String.raw`(?<sign>(?<![^\s(])[+-])?(?<before>[${unitSigns.join('')}]|\b(?:${oneOf(unitWords)})\s)?` +
    String.raw`(?<digits>${DIGITS})(?:[\s-]?(?<scale>${oneOf(Object.keys(SCALES))})\b)?(?<after>${UNIT_AFTER})?`,
  'gu',
);

export function findFigures(text: string): Figure[] {
  return [...normalize(text).matchAll(FIGURE)].map(({ 0: whole, groups = {} }) => {
    const { sign = '', before, digits = '', scale, after } = groups;
    const unit = UNIT_OF.get((before ?? after ?? '').trim()) ?? '';
    return { value: readValue(digits, scale), sign: sign as Figure['sign'], unit, text: whole.trim() };
  });
}

/** Reduces variants to a single spelling. 25–30 USD becomes two amounts of money. */
const normalize = (text: string): string =>
  text
    .normalize('NFKC')
    // Two numbers separated by invisible characters would look like one.
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .replace(/[−–—]/g, '-')
    .toLowerCase()
    .replace(/\bper\s?cent\b/g, '%')
    .replace(NUMBER_WORD, (word) => String(NUMBER_WORDS.get(word)))
    .replace(RANGE, '$1$3$2$3');

/** Both 25,000 and 25.000 mean twenty-five thousand. */
function readValue(digits: string, scale: string | undefined): string {
  const number = Number(digits.replace(/[.,](?=\p{N}{3}(?!\p{N}))/gu, ''));
  return Number.isNaN(number) ? digits : String(number * (SCALES[scale ?? ''] ?? 1));
}
