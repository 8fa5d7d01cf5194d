// Requests that are sent without waiting for the responses.

import { once } from 'node:events';
import { connect } from 'node:net';
import { useApi } from '@leadline/testkit/service/use-api';
import { expect, test } from 'vitest';

const suite = useApi();

async function pipeline(count: number): Promise<string> {
  const { hostname, port } = new URL(suite.api.url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  const last = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count - 1) + last);
  let text = '';
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => {}); // the connection may be reset
  await once(socket, 'close');
  return text;
}

test('a few requests ahead are all answered', async () => {
  expect((await pipeline(20)).match(/HTTP\/1\.1 200/g)).toHaveLength(20);
});

test('a connection with a thousand requests ahead is closed, and others are served', async () => {
  const closed = pipeline(1_000);
  expect((await suite.call('/api/usage')).status).toBe(200);
  expect(((await closed).match(/HTTP\/1\.1 200/g) ?? []).length).toBeLessThan(1_000);
});
