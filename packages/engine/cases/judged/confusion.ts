// What the engine takes an answer for where people answer otherwise, by language group.

import { isSale, QUESTIONS } from '../../src/index.ts';
import { type Compared, LANGUAGE_GROUPS, languageGroupOf } from './figures.ts';

/** Asks that people read in fewer leads say little. */
const FEWEST_LEADS = 15;
const SHOWN = 3;

/** One row per ask that people read: how often the engine reads it too, and what it reads instead. */
export const confusionOfAsks = (compared: readonly Compared[]): string[][] =>
  [...Map.groupBy(compared, ({ expected }) => expected.ask)]
    .filter(([, leads]) => leads.length >= FEWEST_LEADS)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([ask, leads]) => [
      ask,
      ...byGroup(leads, (these) =>
        mostFrequent(
          these.map(({ read }) => read.ask),
          ask,
        ),
      ),
    ]);

/** One row per question and answer that people give, of leads that are a sale for both. */
export const confusionOfValues = (compared: readonly Compared[]): string[][] => {
  const sales = compared.filter(({ expected, read }) => isSale(expected.ask) && isSale(read.ask));
  return QUESTIONS.flatMap((question) =>
    [0, 1, 2].map((value) => [
      `${question} ${value}`,
      ...byGroup(
        sales.filter(({ expected }) => expected[question] === value),
        (these) =>
          mostFrequent(
            these.map(({ read }) => String(read[question])),
            String(value),
          ),
      ),
    ]),
  );
};

const byGroup = (leads: readonly Compared[], describe: (leads: readonly Compared[]) => string): string[] =>
  LANGUAGE_GROUPS.map((group) =>
    describe(leads.filter(({ language }) => languageGroupOf(language) === group)),
  );

/** Such as “72 % of 310; question 11 %, none 6 %”. */
function mostFrequent(read: readonly string[], right: string): string {
  if (read.length === 0) return '–';
  const share = (count: number): string => `${Math.round((100 * count) / read.length)} %`;
  const counts = [...Map.groupBy(read, (value) => value)].map(
    ([value, these]) => [value, these.length] as const,
  );
  const wrong = counts
    .filter(([value]) => value !== right)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([value, count]) => `${value} ${share(count)}`);
  const hits = read.filter((value) => value === right).length;
  return [`${share(hits)} of ${read.length}`, wrong.join(', ')].filter(Boolean).join('; ');
}
