// What must hold for every account, checked on small ones that are hard to learn from. `npm run bench:never-hurts` has all 500.

import { checkLearning, type LearningCheck } from '@leadline/testkit/learning/check-learning';
import { CONTACT_KINDS } from '@leadline/testkit/learning/contact-kinds';
import { ACCOUNT_TRAITS, generateAccount } from '@leadline/testkit/learning/generate-account';
import { expect, test } from 'vitest';

const ACCOUNTS = 40;
const MAX_ROWS = 600;

const accounts = Array.from({ length: ACCOUNTS }, (_, number) =>
  generateAccount(number, { maxRows: MAX_ROWS }),
);
const checked: LearningCheck[] = [];

test.for(accounts.map((account, number) => ({ number, account })))(
  'generated account $number: chances, points and reasons are sound, and nothing is published that hurts',
  ({ account: { leads, later, limit, isUndated } }) => {
    const check = checkLearning(leads, later, { limit, ...(isUndated ? { recency: null } : null) });
    checked.push(check);
    expect(check.faults).toEqual([]);
  },
);

test('the generated accounts are of all kinds, and some publish models', () => {
  expect(new Set(accounts.map(({ contacts }) => contacts)).size).toBe(CONTACT_KINDS.length);
  for (const trait of ACCOUNT_TRAITS) expect(accounts.some(({ traits }) => traits.has(trait))).toBe(true);
  const counts = Object.fromEntries(
    ['live', 'calibrated', 'wait'].map((decision) => [
      decision,
      checked.filter((check) => check.decision === decision).length,
    ]),
  );
  for (const [decision, count] of Object.entries(counts)) expect(count, decision).toBeGreaterThan(1);
});
