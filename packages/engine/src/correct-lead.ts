// Corrects how to reach the person behind a lead, and undoes corrections to get the lead that a score was made from.

import { readCard } from './facts/read-card.ts';
import type { Lead } from './lead.ts';

export const CORRECTABLE_FIELDS = ['name', 'email', 'phone', 'company'] as const;
export type CorrectableField = (typeof CORRECTABLE_FIELDS)[number];

export interface Correction {
  readonly field: CorrectableField;
  readonly from: string;
  readonly to: string;
  /** Where the company is, which has no field of its own. */
  readonly question?: string;
}

export interface CorrectedLead {
  readonly lead: Lead;
  /** Only what differs. */
  readonly corrections: readonly Correction[];
}

/** What is missing stays as it is. */
export function correctLead(
  lead: Lead,
  values: Readonly<Partial<Record<CorrectableField, string>>>,
): CorrectedLead {
  const corrections = CORRECTABLE_FIELDS.flatMap((field): Correction[] => {
    const to = values[field]?.trim();
    if (to === undefined) return [];
    const question = field === 'company' ? { question: findCompanyQuestion(lead) } : {};
    const from = field === 'company' ? (lead.custom_fields[question.question ?? ''] ?? '') : lead[field];
    // A company that is only known from the email stays that way.
    const isKnown = from === to || (field === 'company' && from === '' && to === readCard(lead).company);
    return isKnown ? [] : [{ field, from, to, ...question }];
  });
  return { lead: corrections.reduce((done, { to, ...rest }) => setField(done, rest, to), lead), corrections };
}

/** Before these corrections, the oldest of which comes first. */
export const undoCorrections = (lead: Lead, corrections: readonly Correction[]): Lead =>
  corrections.toReversed().reduce((done, { from, ...rest }) => setField(done, rest, from), lead);

const COMPANY = 'Company';

function findCompanyQuestion(lead: Lead): string {
  const { company } = readCard(lead);
  const known = Object.entries(lead.custom_fields).find(
    ([, answer]) => company !== '' && answer.trim() === company,
  );
  return known?.[0] ?? COMPANY;
}

function setField(
  lead: Lead,
  { field, question = COMPANY }: Pick<Correction, 'field' | 'question'>,
  value: string,
): Lead {
  if (field !== 'company') return { ...lead, [field]: value };
  const { [question]: _known, ...others } = lead.custom_fields;
  // An answer that is known stays in its place.
  return { ...lead, custom_fields: value === '' ? others : { ...lead.custom_fields, [question]: value } };
}
