// The form as a whole: the size of the company, and whether the lead took the time to answer.

import type { Reading } from '../concepts/read-concepts.ts';
import type { AnswerFact } from '../facts/read-answers.ts';
import { type CompanySize, companySizeOf } from '../facts/read-size.ts';
import { type LedgerEntry, makeEntry } from '../ledger.ts';
import type { Settings } from '../settings.ts';

const SIZE_NAMES = {
  large: 'Large company',
  medium: 'Mid-sized company',
  small: 'Small company',
  tiny: 'Very small company',
} as const satisfies Record<CompanySize, string>;

const codeOf = (level: CompanySize): string => `size-${level}`;
const SIZE_NAMES_BY_CODE: ReadonlyMap<string, string> = new Map(
  Object.entries(SIZE_NAMES).map(([level, name]) => [codeOf(level as CompanySize), name]),
);

/** Null if the entry is not about company size. */
export const nameSize = (code: string): string | null => SIZE_NAMES_BY_CODE.get(code) ?? null;

const MIN_ANSWERS = 3;
const MANY_ANSWERS = 5;

export function scoreForm(reading: Reading, { companySize, concepts }: Settings): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  const size = reading.answers.find(
    (fact): fact is Extract<AnswerFact, { topic: 'size' }> => fact.topic === 'size',
  );
  const level = size === undefined ? null : companySizeOf(size.value);
  if (level !== null && size !== undefined && companySize[level] !== 0)
    entries.push(
      makeEntry('answers', codeOf(level), companySize[level], `${SIZE_NAMES[level]}: “${size.answer}”`),
    );
  const specific = reading.specificAnswers;
  if (specific >= MIN_ANSWERS) {
    const { present, strong } = concepts['filled-form'];
    const points = specific >= MANY_ANSWERS ? strong : present;
    entries.push(
      makeEntry(
        'answers',
        'filled-form',
        points,
        `Took the time: ${specific} specific answers about their case`,
      ),
    );
  }
  return entries;
}
