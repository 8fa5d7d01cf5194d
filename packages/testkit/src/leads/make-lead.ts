// Makes leads like those a form would send.

/** Makes a complete lead, so that a test only has to specify the fields it is about. */
export const makeLead = (lead: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  name: 'Ana Lopez',
  email: 'ana@acme.com',
  phone: '+12125550123',
  message: 'We need 40 laptops by Friday',
  source: 'google',
  ...lead,
});

/** Makes a lead that can only be linked to others by its email. */
export const makeLeadFrom = (email: string): Record<string, unknown> => makeLead({ email, phone: '' });

let emails = 0;
/** Returns an email that no other lead in this test file has. */
export const newEmail = (): string => `lead-${++emails}@acme.com`;
