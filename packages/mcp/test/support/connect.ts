// The official client of the Model Context Protocol, connected to a running service.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ABOUT_MARKS, OPEN } from '../../src/data-marks.ts';

export interface Called {
  readonly isError: boolean;
  /** Without the sentence about marks that a result with marks begins with. */
  readonly text: string;
  readonly hasMarks: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: results differ by tool
  readonly data: any;
}

export async function connect(url: string, key: string): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { 'X-API-KEY': key } },
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport as unknown as Transport);
  return client;
}

export async function callTool(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<Called> {
  const { content, isError } = await client.callTool({ name, arguments: input });
  const [{ text }, ...rest] = content as [{ text: string }];
  const json = text.slice(text.indexOf('{'));
  const hasMarks = json.includes(OPEN);
  const expected = hasMarks ? `${ABOUT_MARKS}\n${json}` : json;
  if (text !== expected || json.includes('\n') || rest.length !== 0)
    throw new Error(`unexpected result: ${text}`);
  return { isError: isError === true, text: json, hasMarks, data: JSON.parse(json) };
}
