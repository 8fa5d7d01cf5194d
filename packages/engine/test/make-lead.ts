import { type Lead, readLead } from '../src/index.ts';

/** A moment for all tests: "next month" is read from it. */
export const NOW = new Date('2026-11-15T09:00:00Z');

/** A plain lead; a test names only what matters to it. */
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
