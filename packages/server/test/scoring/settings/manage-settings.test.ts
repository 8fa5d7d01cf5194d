// Settings are changed in a draft and published from a version, by owners.

import { DEFAULT_SETTINGS } from '@leadline/engine';
import { expectError } from '@leadline/testkit/http/expect-error';
import { useApi } from '@leadline/testkit/service/use-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeSettingsAccount, type SettingsAccount } from './suite.ts';

const suite = useApi();
let account: SettingsAccount;
beforeAll(async () => {
  account = await makeSettingsAccount(suite);
});

const HOT_75 = { grades: { hot: 75 } };
const put = (of: SettingsAccount, body: object, key?: string) =>
  of.call('/api/settings/draft', body, { method: 'PUT', ...(key === undefined ? {} : { key }) });
const publish = (of: SettingsAccount, body: object) => of.call('/api/settings/publish', body);
const read = async (of: SettingsAccount) => (await of.call('/api/settings')).body.data;

test('an account starts with the defaults, each with a reason', async () => {
  const { live, draft, defaults, groups, typical_deal, question_topics } = await read(account);
  expect(live).toEqual({
    version: 0,
    settings_version: DEFAULT_SETTINGS.version,
    changes: {},
    settings: DEFAULT_SETTINGS,
    note: null,
    by: null,
    published_at: null,
  });
  expect(defaults).toEqual(DEFAULT_SETTINGS);
  expect(draft).toMatchObject({ revision: 0, changes: null });
  expect(typical_deal).toEqual({ amount: 5_000, currency: 'USD', from: 'default' });
  expect(question_topics).toContain('timeline');
  expect(groups[0].settings[0]).toMatchObject({ path: 'grades.hot', label: 'Hot from', min: 1, max: 100 });
});

test('a draft changes nothing until it is published', async () => {
  const own = await makeSettingsAccount(suite);
  const saved = await put(own, { revision: 0, changes: HOT_75 });
  expect(saved.body.data).toMatchObject({
    revision: 1,
    changes: HOT_75,
    settings: { grades: { hot: 75, warm: 60, cool: 40 } },
    based_on: 0,
    by: expect.stringMatching(/^key_/),
  });
  expect((await read(own)).live.version).toBe(0);
  const published = await publish(own, { version: 0, draft_revision: 1, note: ' More <b>hot</b> leads ' });
  expect(published.body.data).toMatchObject({
    version: 1,
    settings_version: 'v1',
    changes: HOT_75,
    note: 'More <b>hot</b> leads',
    restores: null,
  });
  const { live, draft } = await read(own);
  expect(live).toMatchObject({
    version: 1,
    changes: HOT_75,
    settings: { version: 'v1', grades: { hot: 75 } },
  });
  expect(draft).toEqual({
    revision: 2,
    changes: null,
    settings: null,
    based_on: null,
    by: null,
    saved_at: null,
  });
});

test('a draft can be discarded', async () => {
  const own = await makeSettingsAccount(suite);
  await put(own, { revision: 0, changes: HOT_75 });
  expect((await put(own, { revision: 1, changes: null })).body.data).toMatchObject({
    revision: 2,
    changes: null,
  });
  expectError(await publish(own, { version: 0, draft_revision: 2 }), 'changed_meanwhile');
});

test('of two owners who change the draft at the same time, one is told', async () => {
  const own = await makeSettingsAccount(suite);
  for (const revision of [0, 1]) {
    const answers = await Promise.all(
      [70, 75, 78].map((hot) => put(own, { revision, changes: { grades: { hot } } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    for (const answer of answers) if (answer.status === 409) expectError(answer, 'changed_meanwhile');
  }
});

test('of two owners who publish at the same time, one wins and the other is told', async () => {
  const own = await makeSettingsAccount(suite);
  for (const version of [0, 1, 2]) {
    const answers = await Promise.all(
      [70, 75, 78].map((hot) => publish(own, { version, changes: { grades: { hot } } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    for (const answer of answers) if (answer.status === 409) expectError(answer, 'changed_meanwhile');
    const won = answers.find(({ status }) => status === 200);
    expect((await read(own)).live).toMatchObject({ version: version + 1, changes: won?.body.data.changes });
  }
});

test('a version that never existed is a conflict too', async () => {
  const own = await makeSettingsAccount(suite);
  expectError(await publish(own, { version: 7, changes: {} }), 'changed_meanwhile');
  expectError(await own.call('/api/settings/rollback', { version: 7, to: 0 }), 'changed_meanwhile');
});

test('rolling back publishes an earlier version again', async () => {
  const own = await makeSettingsAccount(suite);
  for (const [version, hot] of [70, 75].entries())
    await publish(own, { version, changes: { grades: { hot } } });
  const back = await own.call('/api/settings/rollback', { version: 2, to: 1, note: 'Too many' });
  expect(back.body.data).toMatchObject({ version: 3, changes: { grades: { hot: 70 } }, restores: 1 });
  const defaults = await own.call('/api/settings/rollback', { version: 3, to: 0 });
  expect(defaults.body.data).toMatchObject({ version: 4, changes: {}, restores: 0 });
  for (const to of [4, 5, 99])
    expectError(await own.call('/api/settings/rollback', { version: 4, to }), 'invalid_input');
  const { body } = await own.call('/api/settings/versions');
  expect(body.data.map(({ version }: { version: number }) => version)).toEqual([4, 3, 2, 1]);
  expect(body.next_before).toBeNull();
  const older = await own.call('/api/settings/versions?before=3');
  expect(older.body.data.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
});

test('a page of versions is limited in bytes, and the next one continues it', async () => {
  const own = await makeSettingsAccount(suite);
  const questions = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`${index} ${'q'.repeat(280)}`, 'timeline']),
  );
  const count = 6;
  for (let version = 0; version < count; version++)
    expect(await publish(own, { version, changes: { questions } })).toMatchObject({ status: 200 });
  const listed: number[] = [];
  let pages = 0;
  let before: number | null = count + 1;
  while (before !== null) {
    const { body } = await own.call(`/api/settings/versions?before=${before}`);
    pages++;
    expect(JSON.stringify(body).length).toBeLessThan(170_000);
    listed.push(...body.data.map(({ version }: { version: number }) => version));
    before = body.next_before;
  }
  expect(listed).toEqual([6, 5, 4, 3, 2, 1]);
  expect(pages).toBeGreaterThan(1);
});

describe('invalid changes', () => {
  test.each<[object, string]>([
    [{ budget: { small: 90 } }, 'changes.budget.fair'],
    [{ wieght: 1 }, 'changes.wieght'],
    [{ version: 'v9' }, 'changes.version'],
    [{ grades: { hot: 10 } }, 'changes.grades'],
    [{ typicalDeal: { currency: 'XYZ' } }, 'changes.typicalDeal.currency'],
    [{ typicalDeal: 5 }, 'changes.typicalDeal'],
    [{ questions: { 'a\u0000': 'role' } }, 'changes.questions'],
    [{ exclusions: [{ reason: 'x', cap: 5 }] }, 'changes.exclusions.0'],
  ])('%j', async (changes, field) => {
    const { draft, live } = await read(account);
    const answers = [
      await put(account, { revision: draft.revision, changes }),
      await publish(account, { version: live.version, changes }),
      await account.call('/api/settings/backtest', { changes }),
    ];
    for (const answer of answers) {
      expectError(answer, 'invalid_input');
      expect(answer.body.field).toBe(field);
    }
  });

  test('changes that take more than 64 KiB', async () => {
    const reason = 'ф'.repeat(80);
    const words = Array.from({ length: 20 }, (_, i) => `${'ф'.repeat(56)}${i}`);
    const exclusions = Array.from({ length: 20 }, () => ({ reason, cap: 5, words, countries: [] }));
    const questions = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [`${'ф'.repeat(296)}${i}`, 'other']),
    );
    expectError(await publish(account, { version: 0, changes: { exclusions, questions } }), 'too_long');
  });

  test('neither changes nor a draft, or both', async () => {
    expectError(await publish(account, { version: 0 }), 'invalid_input');
    expectError(await publish(account, { version: 0, draft_revision: 1, changes: {} }), 'invalid_input');
    expectError(await account.call('/api/settings/backtest', {}), 'invalid_input');
  });

  test('a NUL character in a note', async () => {
    expectError(await publish(account, { version: 0, changes: {}, note: 'a\0b' }), 'invalid_characters');
  });
});

test('a test key can read the settings but not change them', async () => {
  const key = account.testKey;
  expectError(await put(account, { revision: 0, changes: {} }, key), 'forbidden');
  for (const [path, body] of [
    ['publish', { version: 0, changes: {} }],
    ['rollback', { version: 0, to: 0 }],
    ['backtest', { changes: {} }],
    ['rescore', {}],
  ] as const)
    expectError(await account.call(`/api/settings/${path}`, body, { key }), 'forbidden');
  expect((await account.call('/api/settings', undefined, { key })).body.data.live.version).toBe(0);
});

test('publishing is in the audit log, without the settings', async () => {
  const own = await makeSettingsAccount(suite);
  await publish(own, { version: 0, changes: { words: [{ text: 'Secret product', means: 'need' }] } });
  const { body, text } = await own.call('/api/audit');
  expect(body.data[0]).toMatchObject({ action: 'settings.published', details: { version: 1 } });
  expect(text).not.toContain('Secret product');
});

test('another account has its own settings', async () => {
  const [one, other] = [await makeSettingsAccount(suite), await makeSettingsAccount(suite)];
  await put(one, { revision: 0, changes: HOT_75 });
  await publish(one, { version: 0, changes: HOT_75 });
  expect(await read(other)).toMatchObject({ live: { version: 0 }, draft: { revision: 0 } });
  expect((await other.call('/api/settings/versions')).body.data).toEqual([]);
});
