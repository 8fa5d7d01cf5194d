// An account with thousands of waiting events does not delay other accounts.

import { makeLead } from '@leadline/testkit/leads/make-lead';
import type { Caller } from '@leadline/testkit/service/use-api';
import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { timeOfId } from '../../../src/platform/base/ids.ts';

const suite = useWebhooks({ startsWorker: false });

const WAITING = 5_000;
const MAX_DELAY_MS = 2_000;
const SLOW_RESPONSE_MS = 200;

interface Load {
  readonly endpoints: number;
  readonly responseDelayMs: number;
  /** How many leads are posted at a time. */
  readonly atOnce: number;
  /** Whether they are posted before the worker starts, rather than while it runs. */
  readonly isEarly: boolean;
}

test.each<[string, Load]>([
  ['responds immediately', { endpoints: 1, responseDelayMs: 0, atOnce: 1_000, isEarly: true }],
  ['responds slowly', { endpoints: 1, responseDelayMs: SLOW_RESPONSE_MS, atOnce: 1_000, isEarly: true }],
  ['has twenty endpoints', { endpoints: 20, responseDelayMs: SLOW_RESPONSE_MS, atOnce: 250, isEarly: true }],
  [
    'has twenty endpoints and gets leads in small batches',
    { endpoints: 20, responseDelayMs: SLOW_RESPONSE_MS, atOnce: 25, isEarly: false },
  ],
])(
  `events arrive within ${MAX_DELAY_MS} ms while another account’s receiver has ${WAITING} events waiting and %s`,
  async (_, { endpoints, responseDelayMs, atOnce, isEarly }) => {
    const busy = await newCustomer(suite);
    const quiet = await newCustomer(suite);
    const busyReceiver = await suite.startReceiver();
    busyReceiver.answer(200, 'ok', responseDelayMs);
    for (let index = 0; index < endpoints; index++) {
      await addEndpoint(suite, busy.call, { url: `${busyReceiver.url}/${index}` }, busyReceiver);
    }
    const { receiver } = await addEndpoint(suite, quiet.call);
    try {
      if (!isEarly) await suite.startWorker();
      for (let posted = 0; posted < WAITING / endpoints; posted += atOnce) {
        await postLeads(busy.call, posted, atOnce);
        if (!isEarly) await untilRelayed();
      }
      if (isEarly) await suite.startWorker();
      await busyReceiver.until(() => busyReceiver.accepted.length > 0, 'the busy account has its turn');
      for (let sent = 1; sent <= 3; sent++) {
        await quiet.call('/api/score.php', makeLead());
        await receiver.untilAccepted(sent, 30_000);
      }
      // The test only means something while the other account is busy.
      expect(busyReceiver.accepted.length).toBeLessThan(WAITING);
      const times = receiver.accepted.map(({ id, at }) => at - timeOfId(id.slice('evt_'.length)).getTime());
      expect(Math.max(...times)).toBeLessThan(MAX_DELAY_MS);
    } finally {
      await suite.stopWorker();
      // The next test starts with an empty queue.
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

/** Resolves once all events have left the outbox. */
const untilRelayed = () =>
  vi.waitFor(
    async () => {
      const waiting = await suite.owner.selectFrom('outbox').select('id').limit(1).execute();
      expect(waiting).toEqual([]);
    },
    { timeout: 10_000, interval: 20 },
  );
