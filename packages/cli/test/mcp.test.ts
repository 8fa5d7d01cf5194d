// `leadline mcp` as an assistant starts it: a process that is written to and read from, one message per line.

import { makeLead } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { useApi } from '@leadline/testkit/service/use-api';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect, test } from 'vitest';

const MAIN = new URL('../src/main.ts', import.meta.url).pathname;
const suite = useApi();

async function start(...options: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp', ...options],
      env: { PATH: process.env.PATH ?? '', LEADLINE_URL: suite.api.url, LEADLINE_KEY: suite.account.liveKey },
    }),
  );
  return client;
}

test('offers the tools of POST /mcp over standard input and output', async () => {
  const leadId = await storeLead(suite.call, makeLead({ name: 'Ruth Henderson' }));
  const client = await start();
  const overHttp = new Client({ name: 'test', version: '1.0.0' });
  const headers = { 'X-API-KEY': suite.account.liveKey };
  await overHttp.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', suite.api.url), {
      requestInit: { headers },
    }) as unknown as Transport,
  );
  expect(await client.listTools()).toEqual(await overHttp.listTools());
  expect(client.getServerVersion()).toEqual(overHttp.getServerVersion());
  const call = { name: 'who_to_call_next', arguments: { limit: 1 } };
  const called = await client.callTool(call);
  expect(JSON.stringify(called)).toContain(leadId);
  expect(called).toEqual(await overHttp.callTool(call));
  await client.close();
  await overHttp.close();
});

test('offers only tools that change nothing with --read-only', async () => {
  const client = await start('--read-only');
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(5);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  await expect(client.callTool({ name: 'add_note', arguments: {} })).rejects.toThrow('unknown tool');
  await client.close();
});
