// Puts the conditions of a rule into words.

import type { CompanySize, RoutingConditions } from '@leadline/contract';
import { nameCountry } from './countries.ts';

export const SIZES: Readonly<Record<CompanySize, string>> = {
  tiny: 'Fewer than 5 people',
  small: '5 to 49 people',
  medium: '50 to 249 people',
  large: '250 people or more',
};

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** One sentence for each condition; a lead must meet all of them. */
export function describeConditions(when: RoutingConditions): string[] {
  const { sources, grades, countries, company_sizes, answer } = when;
  const described: string[] = [];
  if (sources !== undefined)
    described.push(`Source is ${OR.format(sources.map((source) => source || '(no source)'))}`);
  if (grades !== undefined) described.push(`Grade is ${OR.format(grades)}`);
  if (countries !== undefined) described.push(`Country is ${OR.format(countries.map(nameCountry))}`);
  if (company_sizes !== undefined)
    described.push(`Company has ${OR.format(company_sizes.map((size) => SIZES[size].toLowerCase()))}`);
  if (answer !== undefined) described.push(`Answer to “${answer.question}” contains “${answer.contains}”`);
  return described.length === 0 ? ['Every lead except spam'] : described;
}
