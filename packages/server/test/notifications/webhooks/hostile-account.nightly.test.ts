// One account with twenty endpoints that hang for the whole timeout, and ten thousand events, delays nobody else.

import { makeLead } from '@leadline/testkit/leads/make-lead';
import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { expect, test } from 'vitest';
import { timeOfId } from '../../../src/platform/base/ids.ts';

const suite = useWebhooks();

const ENDPOINTS = 20;
const EVENTS = 10_000;
const PER_BATCH = 500;
const MAX_DELAY_MS = 5_000;
const PROBES = 30;

test(`events arrive within ${MAX_DELAY_MS} ms while another account’s ${ENDPOINTS} receivers hang with ${EVENTS} events each`, async () => {
  const hostile = await newCustomer(suite);
  const hanging = await suite.startReceiver();
  hanging.hang();
  for (let index = 0; index < ENDPOINTS; index++)
    await addEndpoint(suite, hostile.call, { url: `${hanging.url}/${index}` }, hanging);
  const quiet = await newCustomer(suite);
  const { receiver } = await addEndpoint(suite, quiet.call);
  const flooding = (async () => {
    for (let sent = 0; sent < EVENTS; sent += PER_BATCH) {
      const leads = Array.from({ length: PER_BATCH }, (_, index) =>
        makeLead({ email: `lead-${sent + index}@acme.com`, phone: '' }),
      );
      expect((await hostile.call('/api/batch', { leads })).status).toBe(200);
    }
  })();
  for (let probe = 1; probe <= PROBES; probe++) {
    await quiet.call('/api/score.php', makeLead());
    await receiver.untilAccepted(probe, 60_000);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  await flooding;
  const times = receiver.accepted.map(({ id, at }) => at - timeOfId(id.slice('evt_'.length)).getTime());
  // biome-ignore lint/suspicious/noConsole: the figure of this test
  console.info(`delivery times in ms: ${times.join(' ')}`);
  expect(Math.max(...times)).toBeLessThan(MAX_DELAY_MS);
}, 300_000);
