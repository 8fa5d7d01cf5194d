// Named filters of the inbox.

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
const make = async (name: string, query = 'grade=Hot'): Promise<string> =>
  (await caller('/api/views', { name, query })).body.data.view_id;

describe('views', () => {
  test('are kept as they were made, oldest first, until they are deleted', async () => {
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
    const all = await make('Everything', '');
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

  test('of one name there is only one in an account, in whatever capitals', async () => {
    const id = await make('Für Übermorgen');
    expectError(await caller('/api/views', { name: 'für übermorgen', query: '' }), 'name_taken');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => caller('/api/views', { name: 'At once', query: '' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    await caller(`/api/views/${id}`, undefined, DELETE);
    expect(await make('FÜR ÜBERMORGEN')).toMatch(/^view_/);
    const other = callAs(suite, await makeAccount(suite.owner));
    expect(await other('/api/views', { name: 'At once', query: '' })).toMatchObject({ status: 200 });
  });

  test('are fifty at most', async () => {
    for (let n = 0; n < 49; n++) await make(`View ${n}`);
    const answers = await Promise.all(
      ['Last', 'Beyond'].map((name) => caller('/api/views', { name, query: '' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expectError(await caller('/api/views', { name: 'One more', query: '' }), 'limit_reached', '50 views');
  });

  test('of another account are as unknown as ids that never were', async () => {
    const id = await make('Mine');
    const other = callAs(suite, await makeAccount(suite.owner));
    expect((await other('/api/views')).body.data).toEqual([]);
    for (const wrong of [id, `view_${'0'.repeat(32)}`, id.replace('view', 'lead'), 'nonsense'])
      expectError(await other(`/api/views/${wrong}`, undefined, DELETE), 'not_found');
    expect((await caller('/api/views')).body.data).toHaveLength(1);
  });

  test.each([
    ['no name', { query: '' }],
    ['an empty name', { name: '', query: '' }],
    ['a name of blanks', { name: '  ', query: '' }],
    ['a long name', { name: 'x'.repeat(61), query: '' }],
    ['no query', { name: 'A' }],
    ['a long query', { name: 'A', query: 'x'.repeat(2_001) }],
    ['a field too many', { name: 'A', query: '', owner: 'me' }],
  ])('are refused with %s', async (_, body) => {
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

  test('need a key', async () => {
    expectError(await caller('/api/views', undefined, { key: 'nonsense' }), 'invalid_api_key');
  });
});
