// A tool can do what its key can do on other routes, and nothing else.

import { makeAccount, makeKeyFor } from '@leadline/testkit/database/accounts';
import { call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { callAs, useApi } from '@leadline/testkit/service/use-api';
import { beforeAll, expect, test } from 'vitest';
import { TOOLS } from '../src/tools/all-tools.ts';
import { callTool, connect } from './support/connect.ts';

const suite = useApi();
const SECRET = 'Zanzibar';
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
let leadOfOther: string;
beforeAll(async () => {
  const other = await makeAccount(suite.owner);
  leadOfOther = await storeLead(
    callAs(suite, other),
    makeLead({ name: SECRET, message: `Quote for ${SECRET}` }),
  );
});

const keyWith = (scope: 'read' | 'send'): Promise<string> =>
  makeKeyFor(suite.owner, suite.account.accountId, scope);

const send = (body: unknown, key?: string, headers: Record<string, string> = {}) =>
  call(suite.api.url, '/mcp', body, { ...(key === undefined ? {} : { key }), headers });

/** Arguments that every tool accepts, for a lead. */
const argumentsFor = (lead_id: string): Readonly<Record<string, Record<string, unknown>>> => ({
  who_to_call_next: { limit: 20 },
  find_leads: { text: SECRET },
  count_leads: { text: SECRET },
  get_lead: { lead_id },
  explain_score: { lead_id },
  try_score: { email: 'ana@acme.com' },
  record_outcome: { lead_id, outcome: 'lost' },
  add_note: { lead_id, note: 'Called' },
  change_lead: { lead_id, status: 'contacted' },
  get_scoring_settings: {},
  preview_settings: { changes: [{ path: 'answers.when.strong', value: 1_000 }] },
});

test('no tool reads or changes a lead of another account', async () => {
  const client = await connect(suite.api.url, suite.account.liveKey);
  const given = argumentsFor(leadOfOther);
  expect(Object.keys(given)).toEqual(TOOLS.map(({ name }) => name));
  for (const [name, input] of Object.entries(given)) {
    const { isError, text, data } = await callTool(client, name, input);
    expect(text, name).not.toContain(SECRET);
    if ('lead_id' in input) expect([isError, data.error], name).toEqual([true, 'not_found']);
  }
  await client.close();
});

test('a test key only sees test leads', async () => {
  await storeLead(suite.call, makeLead({ name: 'Live Lead' }));
  const client = await connect(suite.api.url, suite.account.testKey);
  expect((await callTool(client, 'find_leads')).data).toEqual({ found: 0 });
  await client.close();
});

test('a key that can only read is offered tools that read, and can’t call others', async () => {
  const client = await connect(suite.api.url, await keyWith('read'));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    TOOLS.filter(({ effect }) => effect === 'read').map(({ name }) => name),
  );
  const leadId = await storeLead(suite.call, makeLead());
  for (const { name, effect } of TOOLS) {
    const calling = callTool(client, name, argumentsFor(leadId)[name]);
    if (effect === 'read') expect(await calling, name).toMatchObject({ isError: false });
    else await expect(calling, name).rejects.toThrow('unknown tool');
  }
  await client.close();
});

test('no key, an unknown one, or one that can only send leads is rejected as on other routes', async () => {
  expectError(await send(PING), 'missing_api_key');
  expectError(await send(PING, 'll_live_unknown'), 'invalid_api_key');
  expectError(await send(PING, await keyWith('send')), 'scope_required');
});

test('calls of a tool count toward the rate limit, and one over it is an error the model can read', async () => {
  const limited = await makeAccount(suite.owner, { requestsPerMinute: 6 });
  // Three messages open the connection: initialize, a notification, and the list below. Each tool call counts twice.
  const client = await connect(suite.api.url, limited.liveKey);
  await client.listTools();
  expect(await callTool(client, 'count_leads')).toMatchObject({ isError: false });
  expect(await callTool(client, 'count_leads')).toMatchObject({
    isError: true,
    data: { error: 'rate_limited', retry_after_seconds: expect.any(Number) },
  });
  await expect(callTool(client, 'count_leads')).rejects.toThrow('rate_limited');
  await client.close();
});

test('messages are limited in size, and answered as the protocol says', async () => {
  const { liveKey } = suite.account;
  expectError(await send({ ...PING, params: { text: 'x'.repeat(33 * 1024) } }, liveKey), 'too_large');
  expect(await send({ ...PING, id: undefined, method: 'notifications/initialized' }, liveKey)).toMatchObject({
    status: 202,
  });
  expect((await send(PING, liveKey)).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  expect((await send([PING], liveKey)).body).toMatchObject({ id: null, error: { code: -32_600 } });
  expect((await send({ ...PING, method: 'resources/list' }, liveKey)).body).toMatchObject({
    error: { code: -32_601 },
  });
  expectError(await send(PING, liveKey, { 'MCP-Protocol-Version': '1999-01-01' }), 'invalid_input');
  const get = await fetch(`${suite.api.url}/mcp`, { headers: { 'X-API-KEY': liveKey } });
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
});
