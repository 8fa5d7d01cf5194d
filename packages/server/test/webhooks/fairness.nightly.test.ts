// An account with thousands of events waiting keeps no other account waiting.

import { makeLead } from '@leadline/testkit/leads/make-lead';
import type { Caller } from '@leadline/testkit/service/use-api';
import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { timeOfId } from '../../src/base/ids.ts';

const suite = useWebhooks({ startsWorker: false });

const WAITING = 5_000;
const SLOWEST_MS = 2_000;
const SLOW_ANSWER_MS = 200;

interface Crowd {
  readonly endpoints: number;
  readonly answersAfterMs: number;
  /** How many leads come at a time. */
  readonly atOnce: number;
  /** Before the worker starts, or while it runs. */
  readonly isEarly: boolean;
}

test.each<[string, Crowd]>([
  ['answers at once', { endpoints: 1, answersAfterMs: 0, atOnce: 1_000, isEarly: true }],
  ['answers slowly', { endpoints: 1, answersAfterMs: SLOW_ANSWER_MS, atOnce: 1_000, isEarly: true }],
  ['has twenty addresses', { endpoints: 20, answersAfterMs: SLOW_ANSWER_MS, atOnce: 250, isEarly: true }],
  [
    'has twenty addresses and is told of leads that come little by little',
    { endpoints: 20, answersAfterMs: SLOW_ANSWER_MS, atOnce: 25, isEarly: false },
  ],
])(
  `events arrive within ${SLOWEST_MS} ms while another account’s receiver has ${WAITING} waiting and %s`,
  async (_, { endpoints, answersAfterMs, atOnce, isEarly }) => {
    const busy = await newCustomer(suite);
    const quiet = await newCustomer(suite);
    const crowd = await suite.startReceiver();
    crowd.answer(200, 'ok', answersAfterMs);
    for (let made = 0; made < endpoints; made++) {
      await addEndpoint(suite, busy.call, { url: `${crowd.url}/${made}` }, crowd);
    }
    const { receiver } = await addEndpoint(suite, quiet.call);
    try {
      if (!isEarly) await suite.startWorker();
      for (let posted = 0; posted < WAITING / endpoints; posted += atOnce) {
        await postLeads(busy.call, posted, atOnce);
        if (!isEarly) await untilMoved();
      }
      if (isEarly) await suite.startWorker();
      await crowd.until(() => crowd.accepted.length > 0, 'the busy account has its turn');
      for (let sent = 1; sent <= 3; sent++) {
        await quiet.call('/api/score.php', makeLead());
        await receiver.untilAccepted(sent, 30_000);
      }
      // It only counts while the other one is busy.
      expect(crowd.accepted.length).toBeLessThan(WAITING);
      const times = receiver.accepted.map(({ id, at }) => at - timeOfId(id.slice('evt_'.length)).getTime());
      expect(Math.max(...times)).toBeLessThan(SLOWEST_MS);
    } finally {
      await suite.stopWorker();
      // The next one begins with nothing waiting.
      await sql`delete from leadline_jobs.job where name = 'deliver'`.execute(suite.owner);
    }
  },
  60_000,
);

async function postLeads(call: Caller, first: number, count: number): Promise<void> {
  const leads = Array.from({ length: count }, (_, index) =>
    makeLead({ email: `lead-${first + index}@acme.com`, phone: '' }),
  );
  expect((await call('/api/batch', { leads })).body.stored).toBe(count);
}

/** Resolves when every event has become deliveries. */
const untilMoved = () =>
  vi.waitFor(
    async () => {
      const waiting = await suite.owner.selectFrom('outbox').select('id').limit(1).execute();
      expect(waiting).toEqual([]);
    },
    { timeout: 10_000, interval: 20 },
  );
