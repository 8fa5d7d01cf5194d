// The wording of the audit log, without a browser.

import { AUDIT_ACTIONS, SIGN_IN_ACTIONS } from '@leadline/server/testing';
import { expect, test } from 'vitest';
import { describeAction } from '../src/pages/settings/audit/describe-action.ts';
import { describeDetails } from '../src/pages/settings/audit/describe-details.ts';
import type { Names } from '../src/pages/settings/audit/use-names.ts';

const NAMES: Names = {
  nameActor: (actor) => actor,
  nameKey: (keyId) => keyId,
  findUser: () => null,
  findWebhook: () => null,
};

test.each([...AUDIT_ACTIONS, ...SIGN_IN_ACTIONS])('%s has words', (action) => {
  const entry = {
    entry_id: 'audit_1',
    at: '2026-11-17T12:00:00Z',
    actor: 'user_1',
    actor_name: null,
    action,
    subject: 'user_1',
    subject_name: null,
    details: {},
  };
  expect(describeAction(entry)).toMatch(/^[A-Z][A-Za-z -]+$/);
});

test('what is restored and the mode are put into words', () => {
  expect(describeDetails({ action: 'settings.published', details: { version: 2, restores: 0 } }, NAMES)).toBe(
    'Version: 2, restores the defaults',
  );
  expect(
    describeDetails({ action: 'model.published', details: { version: 4, mode: 'on', restores: 0 } }, NAMES),
  ).toBe('Version: 4, use: chance of closing and points, restores the rules alone');
  expect(describeDetails({ action: 'settings.published', details: { restores: 3 } }, NAMES)).toBe(
    'Restores version 3',
  );
});
