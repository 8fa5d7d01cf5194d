import { type Lead, readLead } from '../src/index.ts';

/** The time of all tests, which "next month" is relative to. */
export const NOW = new Date('2026-11-15T09:00:00Z');

/** A plain lead; a test sets only the fields that matter to it. */
export function makeLead(fields: Partial<Lead> = {}): Lead {
  return {
    name: '',
    email: 'ana@acme.com',
    phone: '',
    budget: '',
    message: '',
    source: '',
    custom_fields: {},
    ...fields,
  };
}

export function mustRead(input: unknown): Lead {
  const read = readLead(input);
  if (!read.ok) throw new Error(read.error);
  return read.lead;
}
