// The wording of the audit log, without a browser.

import { DEFAULT_SETTINGS, SETTING_GROUPS } from '@leadline/engine';
import { AUDIT_ACTIONS, SIGN_IN_ACTIONS } from '@leadline/server/testing';
import { describe, expect, test } from 'vitest';
import { describeAction } from '../src/pages/settings/audit/describe-action.ts';
import { describeDetails } from '../src/pages/settings/audit/describe-details.ts';
import { describePublished } from '../src/pages/settings/audit/describe-published.ts';
import type { Names } from '../src/pages/settings/audit/use-names.ts';

const NAMES: Names = {
  nameActor: (actor) => actor,
  findKey: () => null,
  findImport: () => null,
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

describe('a published version of the scoring settings', () => {
  const groups = SETTING_GROUPS.map((group) => ({ ...group, settings: [...group.settings] }));
  const settings = { groups, defaults: DEFAULT_SETTINGS as unknown as Record<string, unknown> };
  const versions = [
    {
      version: 2,
      changes: { grades: { hot: 85, warm: 55 }, asks: { emergency: 60 }, doubt: -9 },
      note: 'Fewer calls',
    },
    { version: 1, changes: { grades: { hot: 82 } }, note: '' },
  ];

  test('is described by a few of its changes and the note', () => {
    expect(describePublished(1, versions, settings)).toBe('Hot from: 80 → 82.');
    expect(describePublished(2, versions, settings)).toBe(
      `Hot from: 82 → 85, Warm from: ${DEFAULT_SETTINGS.grades.warm} → 55, Emergency: ${DEFAULT_SETTINGS.asks.emergency} → 60 and 1 more. “Fewer calls”`,
    );
  });

  test('is not described while the version before it is unknown', () => {
    expect(describePublished(3, versions, settings)).toBeNull();
    expect(describePublished(2, versions.slice(0, 1), settings)).toBeNull();
  });
});

test('a change of the routing rules names them', () => {
  const details = { version: 4, rules: 2, added: ['North', 'South'], removed: ['West'], reordered: true };
  expect(describeDetails({ action: 'routing.changed', details }, NAMES)).toBe(
    'Version: 4, rules: 2, added: North and South, removed: West, reordered: yes',
  );
});

test('a key that is revoked has no ID in the details', () => {
  const details = { new_key: 'key_01939b1d2f3e7000a000000000000001', grace_hours: 24 };
  expect(describeDetails({ action: 'key.rotated', details }, NAMES)).toBe(
    'New key: revoked since, old one expires in: 24 hours',
  );
});
