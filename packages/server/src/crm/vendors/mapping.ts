// What of a lead goes into which field of the CRM.

import type { CrmValue } from '@leadline/contract';
import { type Lead, readCard, readEmail } from '@leadline/engine';
import { foldEmail } from '../../leads/record/contact.ts';
import { describeLead } from '../../notifications/alerts/describe-lead.ts';
import { showId, timeOfId } from '../../platform/base/ids.ts';
import type { CrmField, CrmMapping, FieldValue, FieldValues } from './adapter.ts';

export interface LeadToPush {
  readonly id: string;
  readonly grade: string;
  readonly score: number;
  readonly lead: Lead;
  readonly scored: unknown;
}

const MAX_LINE_LENGTH = 200;
const MAX_TEXT_LENGTH = 5_000;

/** Leaves out values without a field, and fields that the CRM doesn't have. */
export function toFieldValues(
  lead: LeadToPush,
  mapping: CrmMapping,
  fields: readonly CrmField[],
  publicUrl: string | null,
): FieldValues {
  const values = valuesOf(lead, publicUrl);
  const known = new Map(fields.map((field) => [field.name, field]));
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([value, field]) => {
      const text = values[value as CrmValue];
      const target = field === null ? undefined : known.get(field);
      if (target === undefined || text === null || text === '') return [];
      const shown = cut(text, target);
      // Part of an address is another address.
      return value === 'email' && shown !== text ? [] : [[target.name, shown]];
    }),
  );
}

/** By which records are found, and what is written there. Empty if the engine says that it isn't one, or if it would be cut. */
export function readAddress({ email }: Lead): string {
  const address = email.length > MAX_LINE_LENGTH ? '' : foldEmail(email);
  const fact = readEmail(address);
  return fact === null || fact.kind === 'invalid' ? '' : address;
}

function valuesOf(row: LeadToPush, publicUrl: string | null): Record<CrmValue, FieldValue> {
  const { id, lead, score, grade } = row;
  const { reasons, nextStep } = describeLead(row as Parameters<typeof describeLead>[0]);
  const company = line(readCard(lead).company);
  const name = line(lead.name);
  const [firstName, lastName] = splitName(name);
  return {
    title: name || company || line(lead.email) || line(lead.phone) || 'Lead',
    name,
    first_name: firstName,
    last_name: lastName,
    email: readAddress(lead),
    phone: line(lead.phone),
    company,
    message: text(lead.message),
    source: line(lead.source),
    score,
    grade,
    reasons: reasons.join('\n'),
    next_step: nextStep,
    received_at: timeOfId(id).toISOString(),
    link: publicUrl === null ? null : `${publicUrl}/leads/${showId('lead', id)}`,
  };
}

/** What we compare with later is what the CRM has room for. */
const cut = (value: FieldValue, { maxLength }: CrmField): FieldValue =>
  typeof value === 'string' && maxLength !== undefined && value.length > maxLength
    ? value.slice(0, maxLength).trimEnd().toWellFormed()
    : value;

function splitName(name: string): [string, string] {
  const at = name.lastIndexOf(' ');
  return at === -1 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)];
}

const line = (given: string): string =>
  given.slice(0, MAX_LINE_LENGTH).replace(/\s+/g, ' ').replaceAll('\0', '').trim().toWellFormed();

const text = (given: string): string =>
  given.slice(0, MAX_TEXT_LENGTH).replaceAll('\0', '').trim().toWellFormed();
