// Leads as a form would send them.

/** A complete lead, so that a test spells out only the fields it is about. */
export const makeLead = (lead: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  name: 'Ana Lopez',
  email: 'ana@acme.com',
  phone: '+12125550123',
  message: 'We need 40 laptops by Friday',
  source: 'google',
  ...lead,
});

/** Linked to other leads by its email only. */
export const makeLeadFrom = (email: string): Record<string, unknown> => makeLead({ email, phone: '' });

let emails = 0;
/** An email that no other lead of this test file has. */
export const newEmail = (): string => `lead-${++emails}@acme.com`;
