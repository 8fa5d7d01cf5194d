import { expect, test } from 'vitest';
import { nameEntry, score } from '../src/index.ts';
import { makeLead, NOW } from './make-lead.ts';

test.each([
  ['authority', 'Decision maker or senior role'],
  ['size-medium', 'Mid-sized company'],
  ['budget-large', 'Budget about 15,000–20,000 USD'],
  ['reachable', 'Real contact details'],
])('the entry %s is named "%s", without its quote and points', (code, name) => {
  const { ledger, facts } = score(
    makeLead({ budget: '$15k-20k', custom_fields: { 'Your role': 'CEO', 'Company size': '200 people' } }),
    { now: NOW },
  );
  const entry = ledger.find((other) => other.code === code);
  expect(entry && nameEntry(entry, facts.reading)).toBe(name);
});

test('a capping entry and a doubt are named by their kind', () => {
  const { ledger, facts } = score(makeLead({ message: 'We offer SEO services, first page guaranteed.' }), {
    now: NOW,
  });
  const entry = ledger.find(({ code }) => code === 'pitch');
  expect(entry && nameEntry(entry, facts.reading)).toBe('Vendor pitch');
  const doubt = { group: 'risk', code: 'doubt-pitch', points: -24, text: '' } as const;
  expect(nameEntry(doubt, facts.reading)).toBe('Possibly vendor pitch');
});
