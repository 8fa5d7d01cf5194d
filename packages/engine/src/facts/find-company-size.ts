// The size of a company, from the first answer of a form that states it.

import { readAnswer } from './read-answers.ts';
import { type CompanySize, companySizeOf } from './read-size.ts';

/** Only timelines depend on the date. */
const ANY_DAY = new Date(0);

/** Null if no question asks for it or the answer is not understood. */
export function findCompanySize(fields: Readonly<Record<string, string>>): CompanySize | null {
  for (const question of Object.keys(fields)) {
    const fact = readAnswer(question, fields[question] as string, ANY_DAY);
    if (fact?.topic === 'size') return companySizeOf(fact.value);
  }
  return null;
}
