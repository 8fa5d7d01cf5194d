// The scoring result: every field, its type and its possible values.

import { ENGINE_VERSION } from '@leadline/engine';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { useApi } from '@leadline/testkit/service/use-api';
import { describe, expect, test } from 'vitest';

const suite = useApi();

const LEADS: Readonly<Record<string, Record<string, unknown>>> = {
  'a buyer': makeLead({
    email: 'ana@acme.com',
    budget: 'USD 25,000',
    message: 'We need 40 laptops by Friday. Please send a quote today, we are ready to order.',
    source: 'referral',
    custom_fields: { 'Your role': 'CEO', 'When do you want to start?': 'Immediately', 'Company size': '200' },
  }),
  'an address alone': { email: 'bo@acme.com' },
  'a number alone': { phone: '+12125550123' },
  'nothing usable': { email: 'none' },
  'a pitch': {
    email: 'seo@example.org',
    message: 'We offer SEO services: first page ranking guaranteed, buy cheap backlinks',
  },
};

describe.each(['/api/webhook.php', '/api/score.php'])('%s', (path) => {
  describe.each(Object.entries(LEADS))('scores %s', (_, lead) => {
    test('with status 200 and exactly the fields of the interface', async () => {
      const { status, headers, body } = await suite.call(path, lead);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(body).toStrictEqual({
        success: true,
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        lead_id: expect.stringMatching(/^lead_[0-9a-f]{32}$/),
        data: {
          score: expect.any(Number),
          grade: expect.stringMatching(/^(?:Hot|Warm|Cool|Cold|Spam)$/),
          priority_action: expect.stringMatching(/\w/),
          closing_probability: expect.stringMatching(/^[A-Z][a-z]+(?: [a-z]+)* \(\d{1,3}-\d{1,3}%\)$/),
          reasons: expect.any(Array),
          ai: {
            score: expect.any(Number),
            max_score: 20,
            display: expect.any(String),
            impact: expect.stringMatching(/^(?:High|Medium|Low|None)$/),
            confidence: expect.stringMatching(/^(?:high|medium|low)$/),
            influence_applied: expect.any(Number),
          },
          contact_grade: expect.stringMatching(/^[A-F]$/),
        },
      });
    });

    test('with integers within their ranges', async () => {
      const { score, grade, closing_probability, ai } = (await suite.call(path, lead)).body.data;
      expect(score).toSatisfy((value: number) => Number.isInteger(value) && value >= 0 && value <= 100);
      expect(ai.score).toSatisfy((value: number) => Number.isInteger(value) && value >= 0 && value <= 20);
      expect(ai.influence_applied).toSatisfy(Number.isInteger);
      expect(ai.display).toBe(`${ai.score}/${ai.max_score}`);
      if (grade !== 'Spam') {
        expect(grade).toBe(score >= 80 ? 'Hot' : score >= 60 ? 'Warm' : score >= 40 ? 'Cool' : 'Cold');
      }
      const [low = Number.NaN, high = Number.NaN] = closing_probability.match(/\d+/g).map(Number);
      expect(low).toBeLessThanOrEqual(high);
      expect(high).toBeLessThanOrEqual(100);
    });

    test('with reasons that list the ledger in order and add up to the score', async () => {
      const { lead_id, data } = (await suite.call(path, lead)).body;
      const { result } = (await suite.call(`/api/leads/${lead_id}`)).body.data;
      const ledger: { group: string; points: number; text: string }[] = result.ledger;
      expect(data.reasons).toEqual(ledger.map(({ text }) => text));
      expect(ledger.reduce((sum, { points }) => sum + points, 0)).toBe(data.score);
      const order = ['contact', 'budget', 'inquiry', 'source', 'answers', 'intent', 'risk'];
      const places = ledger.map(({ group }) => order.indexOf(group));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    });
  });

  test('returns the version of the engine', async () => {
    expect((await suite.call(path, { email: newEmail() })).body.version).toBe(ENGINE_VERSION);
  });

  test('returns IDs that sort by time', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push((await suite.call(path, { email: newEmail() })).body.lead_id);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(5);
  });

  test('recognises a hot lead and spam', async () => {
    expect((await suite.call(path, LEADS['a buyer'])).body.data).toMatchObject({
      grade: 'Hot',
      contact_grade: 'A',
    });
    expect((await suite.call(path, LEADS['a pitch'])).body.data.grade).toBe('Spam');
    expect((await suite.call(path, LEADS['nothing usable'])).body.data.contact_grade).toBe('F');
  });
});

test('webhook.php and score.php return the same result for a lead', async () => {
  const lead = makeLead({ email: newEmail() });
  const webhook = await suite.call('/api/webhook.php', lead);
  const score = await suite.call('/api/score.php', lead);
  expect(score.body).toEqual({ ...webhook.body, lead_id: expect.any(String) });
});

describe('the legacy call', () => {
  const LEGACY = {
    deprecation: '@1767225600',
    sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
    link: '</api/webhook.php>; rel="successor-version"',
  };

  test.each([
    ['a success', 200, {}, { email: 'ana@acme.com' }],
    ['invalid input', 400, {}, {}],
    ['a missing key', 401, { key: '' }, {}],
    ['an unsupported type', 415, { headers: { 'Content-Type': 'text/csv' } }, {}],
  ])('announces its deprecation, sunset and successor with %s', async (_, status, options, body) => {
    const answer = await suite.call('/api/score.php', body, options);
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...LEGACY,
      link: expect.stringContaining(LEGACY.link),
    });
  });

  test('is the only deprecated call', async () => {
    const { headers } = await suite.call('/api/webhook.php', { email: newEmail() });
    for (const name of Object.keys(LEGACY)) expect(headers.has(name)).toBe(false);
  });
});
