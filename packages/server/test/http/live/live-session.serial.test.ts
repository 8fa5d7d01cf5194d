// A live stream opened in the dashboard ends soon after its user loses access.

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { beforeAll, expect, onTestFinished, test } from 'vitest';

const suite = useAuthSuite();
let ana: Person;
beforeAll(async () => {
  ana = suite.person();
  await ana.createAccount();
});

async function openStream({ cookies }: Person): Promise<IncomingMessage> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const sent = request(`${suite.api.url}/api/live`, { headers, agent: false }).end();
  onTestFinished(() => void sent.destroy());
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  return response.resume();
}

test('a live stream ends within five seconds after its user signs out, and not before', async () => {
  const stream = await openStream(ana);
  const ended = once(stream, 'close').then(() => performance.now());
  const other = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 3_000, 'open'))]);
  expect(other).toBe('open');
  expect(await ana.call('/api/auth/sign-out', {})).toMatchObject({ status: 200 });
  const signedOutAt = performance.now();
  expect((await ended) - signedOutAt).toBeLessThan(5_000);
});
