// Explanations of leads.

import { DEFAULT_SETTINGS, ENGINE_VERSION, statedClosing } from '@leadline/engine';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { useApi } from '@leadline/testkit/service/use-api';
import { describe, expect, test } from 'vitest';

const suite = useApi();

const explain = (body: unknown) => suite.call('/api/explain.php', body);

const SENTENCES = expect.toSatisfy((lines: unknown) => {
  expect(lines).toEqual(expect.any(Array));
  for (const line of lines as unknown[]) expect(line).toMatch(/\w/);
  return true;
});

test('an explanation has a headline, a summary and four lists of sentences', async () => {
  const { status, body } = await explain({ lead: makeLead({ budget: '$10k' }) });
  expect(status).toBe(200);
  expect(body).toStrictEqual({
    success: true,
    version: ENGINE_VERSION,
    data: {
      headline: expect.stringMatching(/\w/),
      summary: expect.stringMatching(/\w/),
      strengths: SENTENCES,
      concerns: SENTENCES,
      next_steps: SENTENCES,
      what_would_change: SENTENCES,
    },
    closing: {
      probability: expect.any(Number),
      low: expect.any(Number),
      high: expect.any(Number),
      basis: 'stated prior',
    },
  });
});

test('an explanation matches the score the lead gets', async () => {
  const lead = makeLead({ email: newEmail() });
  const scored = (await suite.call('/api/score.php', lead)).body.data;
  const { headline, strengths, next_steps } = (await explain({ lead })).body.data;
  expect(headline).toContain(`${scored.grade}, ${scored.score} of 100`);
  expect(scored.reasons).toEqual(expect.arrayContaining(strengths));
  expect(next_steps).toContain(scored.priority_action);
});

describe('with score_data', () => {
  const data = {
    score: 55,
    grade: 'Cool',
    priority_action: 'Write back this week',
    closing_probability: 'Low (5-15%)',
    reasons: ['Known customer (+60)', 'Asked for a discount (−5)'],
    ai: {
      score: 0,
      max_score: 20,
      display: '0/20',
      impact: 'None',
      confidence: 'low',
      influence_applied: 0,
    },
    contact_grade: 'B',
  };

  test.each([
    ['a whole result', { success: true, version: '1.0.0', lead_id: 'lead_1', data }],
    ['its data', data],
  ])('%s is explained instead of scoring the lead again', async (_, score_data) => {
    const answer = await explain({ lead: makeLead(), score_data });
    expect(answer.status).toBe(200);
    const { headline, strengths, concerns, next_steps } = answer.body.data;
    expect(headline).toContain('Cool, 55 of 100');
    expect(answer.body.closing).toEqual(statedClosing(55, 'Cool', DEFAULT_SETTINGS));
    expect(strengths).toEqual(['Known customer (+60)']);
    expect(concerns).toContain('Asked for a discount (−5)');
    expect(next_steps).toContain('Write back this week');
  });

  test('a scoring response can be sent back unchanged', async () => {
    const lead = makeLead({ email: newEmail() });
    const score_data = (await suite.call('/api/webhook.php', lead)).body;
    expect((await explain({ lead, score_data })).body.data.headline).toContain(
      `${score_data.data.grade}, ${score_data.data.score} of 100`,
    );
  });

  test('null counts as missing', async () => {
    const plain = await explain({ lead: makeLead() });
    expect((await explain({ lead: makeLead(), score_data: null })).body).toEqual(plain.body);
  });

  test.each([
    ['score_data', 'text', 'text'],
    ['score_data', 'a list', []],
    ['score_data.score', 'missing', {}],
    ['score_data.score', 'text', { ...data, score: '55' }],
    ['score_data.score', 'a fraction', { ...data, score: 55.5 }],
    ['score_data.score', 'above 100', { ...data, score: 101 }],
    ['score_data.score', 'below 0', { ...data, score: -1 }],
    ['score_data.grade', 'unknown', { ...data, grade: 'Lukewarm' }],
    ['score_data.reasons', 'text', { ...data, reasons: 'Known customer' }],
    ['score_data.reasons', 'a list of numbers', { ...data, reasons: [1] }],
    ['score_data.priority_action', 'a number', { ...data, priority_action: 5 }],
  ])('%s is rejected when it is %s', async (field, _, score_data) => {
    expectError(await explain({ lead: makeLead(), score_data }), 'invalid_input', `${field} `);
  });

  test('a score without reasons is not explained as a sum of zero', async () => {
    const { summary } = (await explain({ lead: makeLead(), score_data: { score: 91, grade: 'Hot' } })).body
      .data;
    expect(summary).not.toMatch(/\+0 and \+0 make 91/);
  });
});

describe('the lead to explain', () => {
  test.each([undefined, null, 'text', []])('is rejected when it is %j', async (lead) => {
    expectError(await explain({ lead }), 'invalid_input', 'lead must be an object');
  });

  test('needs an email or a phone number, and may have numbers for text', async () => {
    expectError(await explain({ lead: { name: 'Ana' } }), 'missing_contact', 'email');
    expectError(await explain({ lead: { email: {} } }), 'wrong_type', 'email must be text');
    expect(await explain({ lead: { phone: 12125550123, seats: 40 } })).toMatchObject({ status: 200 });
  });

  test('may be sent as JSON with the content type text/plain', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    const answer = await suite.call('/api/explain.php', { lead: makeLead() }, { headers });
    expect(answer.status).toBe(200);
  });
});

test('explaining stores nothing and uses no allowance', async () => {
  const { liveKey } = await makeAccount(suite.owner, { monthlyLeads: 1 });
  const send = (path: string, body?: unknown) => call(suite.api.url, path, body, { key: liveKey });
  for (let i = 0; i < 3; i++) {
    expect(await send('/api/explain.php', { lead: makeLead() })).toMatchObject({ status: 200 });
  }
  expect((await send('/api/leads')).body.data).toEqual([]);
  expect((await send('/api/usage')).body.data).toMatchObject({ used: 0, left: 1 });
  await send('/api/webhook.php', { email: newEmail() });
  expect(await send('/api/webhook.php', { email: newEmail() })).toMatchObject({ status: 402 });
  expect(await send('/api/explain.php', { lead: makeLead() })).toMatchObject({ status: 200 });
});
