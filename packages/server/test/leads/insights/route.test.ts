// GET /api/insights over HTTP.

import { type CallOptions, call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { useApi } from '@leadline/testkit/service/use-api';
import { describe, expect, test } from 'vitest';

const suite = useApi();

const ask = (query: string) => suite.call(`/api/insights?${query}`);

/** A period from a minute ago to a minute from now. */
const justNow = (): string => {
  const [from, to] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString());
  return `from=${from}&to=${to}`;
};

test('insights cover the leads of a period, without deleted ones', async () => {
  const won = await storeLead(suite.call, makeLead({ email: newEmail(), source: 'referral' }));
  await suite.call(`/api/leads/${won}/outcome`, { outcome: 'won' });
  await storeLead(suite.call, makeLead({ email: newEmail(), source: '' }));
  expect(await ask(justNow())).toMatchObject({
    status: 200,
    body: {
      success: true,
      data: {
        leads: 2,
        open: 1,
        unit: 'day',
        sources: [
          { source: '', leads: 1, win: { won: 0, lost: 0, rate: null } },
          { source: 'referral', leads: 1, win: { won: 1, lost: 0, rate: 1, high: 1 } },
        ],
        speed: { decided: 1 },
      },
    },
  });
  await suite.call(`/api/leads/${won}`, undefined, { method: 'DELETE' });
  expect((await ask(justNow())).body.data).toMatchObject({ leads: 1, open: 1, speed: { decided: 0 } });
});

test('insights count live and test leads separately', async () => {
  const key = suite.account.testKey;
  const leadsBy = async (options: CallOptions): Promise<number> =>
    (await suite.call(`/api/insights?${justNow()}`, undefined, options)).body.data.leads;
  const before = await leadsBy({});
  await call(suite.api.url, '/api/webhook.php', makeLead(), { key });
  expect(await leadsBy({ key })).toBe(1);
  expect(await leadsBy({})).toBe(before);
});

describe('the period of insights', () => {
  test.each([
    ['', 'from'],
    ['from=2026-01-01T00:00:00Z', 'to'],
    ['from=yesterday&to=2026-01-01T00:00:00Z', 'from'],
    ['from=2026-01-01&to=2026-02-01', 'from'],
    ['from=2026-01-01T00:00:00Z&to=2026-06-30T23:59:60Z', 'to must be a date and time'],
    ['from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from must be before to'],
    ['from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from must be before to'],
    ['from=2023-01-01T00:00:00Z&to=2026-01-01T00:00:00.001Z', 'at most 3 years apart'],
    ['from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z&by=hour', 'unknown field'],
  ])('is rejected if it is invalid: %j', async (query, words) => {
    expectError(await ask(query), 'invalid_input', words);
  });

  test('can be exactly three years', async () => {
    const { status, body } = await ask('from=2024-02-29T00:00:00Z&to=2027-03-01T00:00:00Z');
    expect(status).toBe(200);
    expect(body.data.over_time).toHaveLength(157);
  });

  test('can be long before the first lead', async () => {
    expect(await ask('from=0001-01-02T00:00:00Z&to=0003-01-01T00:00:00Z')).toMatchObject({ status: 200 });
    expect(await ask('from=1968-01-01T00:00:00Z&to=1970-01-02T00:00:00Z')).toMatchObject({ status: 200 });
  });
});

test('insights require an API key', async () => {
  expectError(await call(suite.api.url, '/api/insights'), 'missing_api_key');
});
