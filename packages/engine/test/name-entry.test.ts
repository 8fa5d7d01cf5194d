import { expect, test } from 'vitest';
import { nameEntry, score } from '../src/index.ts';
import { makeLead, NOW } from './make-lead.ts';

test.each([
  ['who', 'Decides, or acts for a named company'],
  ['when', 'Soon, or urgent'],
  ['budget-large', 'Budget about 15,000–20,000 USD'],
  ['phone', 'Valid phone number (US)'],
])('the entry %s is named "%s", without its quote and points', (code, name) => {
  const { ledger } = score(
    makeLead({
      budget: '$15k-20k',
      phone: '+12125550123',
      custom_fields: { 'Your role': 'CEO', 'When do you want to start?': 'Immediately' },
    }),
    { now: NOW },
  );
  const entry = ledger.find((other) => other.code === code);
  expect(entry && nameEntry(entry)).toBe(name);
});

test('an ask and a doubt are named by their kind', () => {
  const { ledger } = score(makeLead({ message: 'We offer SEO services, first page guaranteed.' }), {
    now: NOW,
  });
  expect(ledger.map(nameEntry)).toEqual(['Vendor pitch']);
  const doubt = {
    group: 'risk',
    code: 'doubt',
    points: -12,
    text: 'Perhaps vendor pitch: “SEO” (−12)',
  } as const;
  expect(nameEntry(doubt)).toBe('Perhaps vendor pitch');
});
