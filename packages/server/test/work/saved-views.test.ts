// Saved views of the inbox, over HTTP.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { expectError } from '@leadline/testkit/http/expect-error';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { beforeEach, describe, expect, test } from 'vitest';

const suite = useApi();

let caller: Caller;
beforeEach(async () => {
  caller = callAs(suite, await makeAccount(suite.owner));
});

const DELETE = { method: 'DELETE' };
const createView = async (name: string, query = 'grade=Hot'): Promise<string> =>
  (await caller('/api/views', { name, query })).body.data.view_id;

describe('saved views', () => {
  test('are listed oldest first until they are deleted', async () => {
    expect((await caller('/api/views')).body).toStrictEqual({ success: true, data: [] });
    const hot = await caller('/api/views', { name: ' Hot today ', query: 'sort=priority&grade=Hot%2CWarm' });
    expect(hot.body).toStrictEqual({
      success: true,
      data: {
        view_id: expect.stringMatching(/^view_[0-9a-f]{32}$/),
        name: 'Hot today',
        query: 'sort=priority&grade=Hot%2CWarm',
      },
    });
    const all = await createView('Everything', '');
    expect((await caller('/api/views')).body.data).toEqual([
      hot.body.data,
      { view_id: all, name: 'Everything', query: '' },
    ]);
    expect((await caller(`/api/views/${all}`, undefined, DELETE)).body).toStrictEqual({
      success: true,
      data: { deleted: true },
    });
    expect((await caller('/api/views')).body.data).toEqual([hot.body.data]);
    expectError(await caller(`/api/views/${all}`, undefined, DELETE), 'not_found');
  });

  test('must have a unique name within an account, ignoring case', async () => {
    const id = await createView('Für Übermorgen');
    expectError(await caller('/api/views', { name: 'für übermorgen', query: '' }), 'name_taken');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => caller('/api/views', { name: 'At once', query: '' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    await caller(`/api/views/${id}`, undefined, DELETE);
    expect(await createView('FÜR ÜBERMORGEN')).toMatch(/^view_/);
    const other = callAs(suite, await makeAccount(suite.owner));
    expect(await other('/api/views', { name: 'At once', query: '' })).toMatchObject({ status: 200 });
  });

  test('are limited to fifty per account', async () => {
    for (let n = 0; n < 49; n++) await createView(`View ${n}`);
    const answers = await Promise.all(
      ['Last', 'Beyond'].map((name) => caller('/api/views', { name, query: '' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expectError(await caller('/api/views', { name: 'One more', query: '' }), 'limit_reached', '50 views');
  });

  test('of another account are not found, like IDs that never existed', async () => {
    const id = await createView('Mine');
    const other = callAs(suite, await makeAccount(suite.owner));
    expect((await other('/api/views')).body.data).toEqual([]);
    for (const wrong of [id, `view_${'0'.repeat(32)}`, id.replace('view', 'lead'), 'nonsense'])
      expectError(await other(`/api/views/${wrong}`, undefined, DELETE), 'not_found');
    expect((await caller('/api/views')).body.data).toHaveLength(1);
  });

  test.each([
    ['a missing name', { query: '' }],
    ['an empty name', { name: '', query: '' }],
    ['a name that is only spaces', { name: '  ', query: '' }],
    ['a name that is too long', { name: 'x'.repeat(61), query: '' }],
    ['a missing query', { name: 'A' }],
    ['a query that is too long', { name: 'A', query: 'x'.repeat(2_001) }],
    ['an unknown field', { name: 'A', query: '', owner: 'me' }],
  ])('are rejected with %s', async (_, body) => {
    expectError(await caller('/api/views', body), 'invalid_input');
  });

  test.each([
    ['name', { name: 'a\0b', query: '' }],
    ['query', { name: 'A', query: '\ud800' }],
  ])('are rejected with an invalid character in the %s', async (field, body) => {
    const answer = await caller('/api/views', body);
    expectError(answer, 'invalid_characters');
    expect(answer.body.field).toBe(field);
  });

  test('require a valid API key', async () => {
    expectError(await caller('/api/views', undefined, { key: 'nonsense' }), 'invalid_api_key');
  });
});
