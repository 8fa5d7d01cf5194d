// Single sign-on while the provider is down, slow or hostile. Nothing else may suffer from it.

import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { comeBack, signInBySso, visitProvider } from '@leadline/testkit/auth/sso-flow';
import { useSsoSuite } from '@leadline/testkit/auth/use-sso-suite';
import { expectError, retryAfter } from '@leadline/testkit/http/expect-error';
import { afterEach, expect, test, vi } from 'vitest';
import { Discovery } from '../../src/auth/sso/discovery.ts';
import { ProviderClient } from '../../src/auth/sso/provider-client.ts';

const suite = useSsoSuite();
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the API starts without the provider, says so, and recovers by itself', async () => {
  await suite.person('founder@example.org').createAccount();
  await suite.idp.pause();
  const ana = suite.person();
  const down = await ana.call('/api/auth/sign-in/sso', {});
  expectError(down, 'sso_unavailable', 'try again');
  expect(retryAfter(down)).toBeGreaterThan(0);
  expect((await suite.person('founder@example.org').signIn()).status).toBe(200);
  await suite.idp.resume();
  await vi.waitFor(async () => expect((await signInBySso(ana)).headers.get('location')).toBe('/'), {
    timeout: 20_000,
    interval: 1_000,
  });
});

test('an outage between leaving and coming back is explained', async () => {
  const ana = suite.person();
  const url = await visitProvider(ana);
  await suite.idp.pause();
  const answer = await comeBack(ana, url);
  expect(answer.headers.get('location')).toBe('/sign-in?sso_error=sso_unavailable');
  await suite.idp.resume();
});

test('while the provider is down, it is asked once in a while at most', async () => {
  let asked = 0;
  const issuer = await serve((response) => {
    asked++;
    response.writeHead(500).end();
  });
  const client = new ProviderClient();
  const discovery = new Discovery(client, issuer);
  await Promise.all(
    Array.from({ length: 20 }, () =>
      expect(discovery.get()).rejects.toMatchObject({ code: 'sso_unavailable' }),
    ),
  );
  await expect(discovery.get()).rejects.toMatchObject({ code: 'sso_unavailable' });
  expect(asked).toBe(1);
  await client.close();
});

test('a silent, endless, redirecting or foreign answer is given up on', async () => {
  const client = new ProviderClient();
  const answers: ((response: ServerResponse) => void)[] = [
    () => {},
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 200);
      response.on('close', () => clearInterval(drip));
    },
    (response) => response.end(`{"issuer":"${'x'.repeat(1_000_000)}"}`),
    (response) => response.writeHead(302, { location: suite.idp.issuer }).end(),
    (response) => response.end('{"issuer":"https://another.example"}'),
    (response) => response.end('[]'),
  ];
  await Promise.all(
    answers.map(async (answer, index) => {
      const began = performance.now();
      const discovery = new Discovery(client, await serve(answer));
      await expect(discovery.get(), String(index)).rejects.toMatchObject({ code: 'sso_unavailable' });
      expect(performance.now() - began).toBeLessThan(15_000);
    }),
  );
  await client.close();
});
