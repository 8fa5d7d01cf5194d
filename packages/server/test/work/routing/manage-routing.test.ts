// Routing rules are saved all at once, from a version, by owners.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { expectError } from '@leadline/testkit/http/expect-error';
import { callAs, useApi } from '@leadline/testkit/service/use-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { addMember } from '../../support/add-member.ts';
import { makeRoutedAccount, type RoutedAccount } from './suite.ts';

const suite = useApi();
let account: RoutedAccount;
let rule: { name: string; when: object; assign_to: string[] };
beforeAll(async () => {
  account = await makeRoutedAccount(suite);
  rule = { name: 'All', when: {}, assign_to: [account.people[0]] };
});

const put = (body: object, key?: string) =>
  account.call('/api/routing', body, { method: 'PUT', ...(key === undefined ? {} : { key }) });
const read = async () => (await account.call('/api/routing')).body.data;

const watchersOf = (accountId: string) =>
  suite.owner
    .selectFrom('lead_watchers as w')
    .select(['w.watcher', 'w.min_grade'])
    .where('w.account_id', '=', accountId)
    .execute();

test('an account starts without rules', async () => {
  const { call } = await makeRoutedAccount(suite);
  expect((await call('/api/routing')).body).toEqual({ success: true, data: { version: 0, rules: [] } });
});

test('rules keep their order, conditions and IDs', async () => {
  const [ana, bo] = account.people;
  const rules = [
    {
      name: ' Big <b>deals</b> ',
      when: {
        sources: ['Google'],
        grades: ['Hot'] as 'Hot'[],
        countries: ['DE'],
        company_sizes: ['large'] as 'large'[],
        answer: { question: 'Region?', contains: 'north' },
      },
      assign_to: [bo, ana],
    },
    { name: 'Rest', when: {}, assign_to: [ana] },
  ];
  const { body } = await account.save(rules);
  expect(body.data.rules).toEqual([
    { ...rules[0], name: 'Big <b>deals</b>', rule_id: expect.stringMatching(/^rule_/), left: [] },
    { ...rules[1], rule_id: expect.stringMatching(/^rule_/), left: [] },
  ]);
  const turned = body.data.rules
    .map(({ left, ...saved }: { left: string[]; rule_id: string }) => saved)
    .toReversed();
  const again = await account.save(turned);
  expect(again.body.data.version).toBe(body.data.version + 1);
  expect(again.body.data.rules).toEqual(body.data.rules.toReversed());
});

test('of two owners who save at the same time, one is told', async () => {
  for (const fresh of [true, false]) {
    const { call, people, save } = await makeRoutedAccount(suite);
    if (!fresh) await save([]);
    const { version } = (await call('/api/routing')).body.data;
    const answers = await Promise.all(
      people.map((person, index) =>
        call(
          '/api/routing',
          { version, rules: [{ name: `Of ${index}`, when: {}, assign_to: [person] }] },
          { method: 'PUT' },
        ),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    for (const answer of answers) if (answer.status === 409) expectError(answer, 'changed_meanwhile');
    const saved = answers.find(({ status }) => status === 200);
    expect((await call('/api/routing')).body).toEqual(saved?.body);
  }
});

test('a version that never existed is a conflict too', async () => {
  const { call } = await makeRoutedAccount(suite);
  expectError(await call('/api/routing', { version: 7, rules: [] }, { method: 'PUT' }), 'changed_meanwhile');
});

test('only leads that a rule can match are watched', async () => {
  const { accountId, save, people } = await makeRoutedAccount(suite);
  const assign_to = [people[0]];
  await save([{ name: 'Hot', when: { grades: ['Hot'] }, assign_to }]);
  expect(await watchersOf(accountId)).toEqual([{ watcher: 'routing', min_grade: 'Hot' }]);
  await save([
    { name: 'Hot', when: { grades: ['Hot'] }, assign_to },
    { name: 'Rest', when: {}, assign_to },
  ]);
  expect(await watchersOf(accountId)).toEqual([{ watcher: 'routing', min_grade: 'Cold' }]);
  await save([{ name: 'Spam', when: { grades: ['Hot', 'Spam'] }, assign_to }]);
  expect(await watchersOf(accountId)).toEqual([{ watcher: 'routing', min_grade: 'Spam' }]);
  await save([]);
  expect(await watchersOf(accountId)).toEqual([]);
});

test('people who have left stay in their rule and are named', async () => {
  const { accountId, save, call, people } = await makeRoutedAccount(suite);
  const [ana, bo] = people;
  await save([{ name: 'All', when: {}, assign_to: [ana, bo] }]);
  await suite.owner
    .deleteFrom('members')
    .where('account_id', '=', accountId)
    .where('user_id', '=', bo.replace('user_', ''))
    .execute();
  const { rules } = (await call('/api/routing')).body.data;
  expect(rules).toMatchObject([{ assign_to: [ana, bo], left: [bo] }]);
  const [{ left, ...kept }] = rules;
  await save([kept, { name: 'New', when: {}, assign_to: [ana] }]);
});

describe('invalid rules', () => {
  test.each<[string, () => object]>([
    ['a rule without people', () => ({ ...rule, assign_to: [] })],
    ['the same person twice', () => ({ ...rule, assign_to: [account.people[0], account.people[0]] })],
    ['a person who is not a member', () => ({ ...rule, assign_to: [`user_${'0'.repeat(32)}`] })],
    ['an email instead of an ID', () => ({ ...rule, assign_to: ['ana@acme.com'] })],
    ['a blank name', () => ({ ...rule, name: '  ' })],
    ['a long name', () => ({ ...rule, name: 'x'.repeat(61) })],
    ['an unknown rule', () => ({ ...rule, rule_id: `rule_${'0'.repeat(32)}` })],
    ['an unknown condition', () => ({ ...rule, when: { color: 'red' } })],
    ['an empty list of sources', () => ({ ...rule, when: { sources: [] } })],
    ['an unknown grade', () => ({ ...rule, when: { grades: ['Great'] } })],
    ['a country by name', () => ({ ...rule, when: { countries: ['Germany'] } })],
    ['a blank question', () => ({ ...rule, when: { answer: { question: ' ', contains: 'x' } } })],
    ['a blank answer', () => ({ ...rule, when: { answer: { question: 'x', contains: ' ' } } })],
  ])('%s', async (_, invalid) => {
    const { version } = await read();
    expectError(await put({ version, rules: [invalid()] }), 'invalid_input');
    const preview = await account.call('/api/routing/preview', { rules: [invalid()] });
    expectError(preview, 'invalid_input');
  });

  test('a NUL character in a name', async () => {
    const { version } = await read();
    expectError(await put({ version, rules: [{ ...rule, name: 'a\0b' }] }), 'invalid_characters');
  });

  test('the same rule twice', async () => {
    const { body } = await account.save([rule as never]);
    const [{ left, ...saved }] = body.data.rules;
    expectError(await put({ version: body.data.version, rules: [saved, saved] }), 'invalid_input');
  });

  test('more than 50 rules', async () => {
    const { version } = await read();
    expectError(await put({ version, rules: Array.from({ length: 51 }, () => rule) }), 'invalid_input');
  });

  test('a member of another account', async () => {
    const other = await addMember(suite.owner, (await makeAccount(suite.owner)).accountId, 'rep');
    const { version } = await read();
    const rules = [{ ...rule, assign_to: [`user_${other.userId}`] }];
    expectError(await put({ version, rules }), 'invalid_input');
  });
});

test('a test key can read and try the rules but not change them', async () => {
  const { version } = await read();
  const key = account.testKey;
  expectError(await put({ version, rules: [] }, key), 'forbidden');
  expect((await account.call('/api/routing', undefined, { key })).body.data.version).toBe(version);
  const preview = await account.call('/api/routing/preview', { rules: [rule] }, { key });
  expect(preview.body.data).toMatchObject({ leads: 0 });
});

test('a change is in the audit log, without the conditions', async () => {
  await account.save([rule as never]);
  const { body } = await account.call('/api/audit');
  expect(body.data[0]).toMatchObject({
    action: 'routing.changed',
    subject: `acct_${account.accountId}`,
    details: { rules: 1, version: expect.any(Number) },
  });
});

test('the audit log names the rules that were added, changed, removed and reordered', async () => {
  const latest = async () => (await account.call('/api/audit')).body.data[0].details;
  const save = async (rules: readonly unknown[]) => {
    const { version } = await read();
    const { body } = await put({ version, rules });
    return body.data.rules;
  };
  await save([]);
  const [north, south] = await save([
    { ...rule, name: 'North' },
    { ...rule, name: 'South' },
  ]);
  expect(await latest()).toMatchObject({ rules: 2, added: ['North', 'South'] });
  const withoutLeft = ({ left: _, ...kept }: { readonly left: unknown }) => kept;
  await save([withoutLeft(south), withoutLeft(north)]);
  expect(await latest()).toEqual({ version: expect.any(Number), rules: 2, reordered: true });
  await save([{ ...withoutLeft(north), name: 'Far north' }]);
  expect(await latest()).toEqual({
    version: expect.any(Number),
    rules: 1,
    changed: ['Far north'],
    removed: ['South'],
  });
});

test('another account has its own rules', async () => {
  await account.save([rule as never]);
  const other = callAs(suite, await makeAccount(suite.owner));
  expect((await other('/api/routing')).body.data).toEqual({ version: 0, rules: [] });
});
