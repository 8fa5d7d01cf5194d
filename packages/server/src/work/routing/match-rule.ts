// Compares leads with the conditions of routing rules. Texts are compared, never interpreted: no patterns.

import type { RoutingConditions } from '@leadline/contract';
import { type CompanySize, findCompanySize, readPhone } from '@leadline/engine';
import type { RoutableLead } from './routable-lead.ts';

export type Matcher = (lead: LeadToMatch) => boolean;

/** A lead whose country, company size and answers are read when the first rule asks for them, and only once. */
export class LeadToMatch {
  readonly grade: RoutableLead['grade'];
  readonly source: string;
  readonly #phone: string;
  readonly #fields: Readonly<Record<string, string>>;
  #country: string | null | undefined;
  #size: CompanySize | null | undefined;
  #answers: ReadonlyMap<string, string> | undefined;

  constructor({ grade, source, phone, answers }: RoutableLead) {
    this.grade = grade;
    this.source = fold(source);
    this.#phone = phone;
    this.#fields = answers ?? {};
  }

  get country(): string | null {
    if (this.#country === undefined) this.#country = readPhone(this.#phone, null)?.country ?? null;
    return this.#country;
  }

  get companySize(): CompanySize | null {
    if (this.#size === undefined) this.#size = findCompanySize(this.#fields);
    return this.#size;
  }

  /** By question, folded. */
  get answers(): ReadonlyMap<string, string> {
    this.#answers ??= new Map(
      Object.entries(this.#fields).map(([question, answer]) => [fold(question), fold(answer)]),
    );
    return this.#answers;
  }
}

export function makeMatcher(conditions: RoutingConditions): Matcher {
  const { grades, countries, company_sizes, answer } = conditions;
  const sources = conditions.sources && new Set(conditions.sources.map(fold));
  const asked = answer && { question: fold(answer.question), contains: fold(answer.contains) };
  return (lead) =>
    // Nobody wants spam in their share of the leads, unless they ask for it.
    (grades === undefined ? lead.grade !== 'Spam' : grades.includes(lead.grade)) &&
    (sources === undefined || sources.has(lead.source)) &&
    (countries === undefined || (lead.country !== null && countries.includes(lead.country))) &&
    (company_sizes === undefined ||
      (lead.companySize !== null && company_sizes.includes(lead.companySize))) &&
    (asked === undefined || (lead.answers.get(asked.question)?.includes(asked.contains) ?? false));
}

const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
