// Correcting how to reach the person behind a lead.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CORRECTABLE_FIELDS, correctLead, type Lead, readCard, undoCorrections } from '../src/index.ts';

const LEAD: Lead = {
  name: 'Ana Lopes',
  email: 'ana@acme.com',
  phone: '+44 20 7946 012',
  budget: '$15k',
  message: 'We need 40 chairs',
  source: 'google',
  custom_fields: { 'Company name': 'Acme', Size: '40' },
};

test('only what differs is corrected, without blanks around it', () => {
  const { lead, corrections } = correctLead(LEAD, { name: ' Ana Lopez ', email: LEAD.email });
  expect(lead).toEqual({ ...LEAD, name: 'Ana Lopez' });
  expect(corrections).toEqual([{ field: 'name', from: 'Ana Lopes', to: 'Ana Lopez' }]);
  expect(correctLead(LEAD, {})).toEqual({ lead: LEAD, corrections: [] });
});

test('a company is corrected where the form asked for it, or added', () => {
  const asked = correctLead(LEAD, { company: 'Acme Ltd' });
  expect(asked.lead.custom_fields).toEqual({ 'Company name': 'Acme Ltd', Size: '40' });
  expect(asked.corrections).toEqual([
    { field: 'company', from: 'Acme', to: 'Acme Ltd', question: 'Company name' },
  ]);
  const added = correctLead({ ...LEAD, custom_fields: {} }, { company: 'Initech' });
  expect(readCard(added.lead).company).toBe('Initech');
  expect(correctLead(LEAD, { company: '' }).lead.custom_fields).toEqual({ Size: '40' });
});

test('a company that is only known from the email is not copied into the lead', () => {
  const lead = { ...LEAD, custom_fields: {} };
  expect(correctLead(lead, { company: readCard(lead).company }).corrections).toEqual([]);
});

test('undoing corrections gives the lead as it was', () => {
  const values = fc.record(
    Object.fromEntries(CORRECTABLE_FIELDS.map((field) => [field, fc.string({ minLength: 1 })])),
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(values, { maxLength: 4 }), (edits) => {
      let lead = LEAD;
      const all = edits.flatMap((edit) => {
        const done = correctLead(lead, edit);
        ({ lead } = done);
        return done.corrections;
      });
      expect(undoCorrections(lead, all)).toEqual(LEAD);
    }),
  );
});
