// What a lead may look like when it is sent, and what is stored.

import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { useApi } from '@leadline/testkit/service/use-api';
import { describe, expect, test } from 'vitest';

const suite = useApi();

/** Sends a lead and returns it as stored. */
async function store(body: unknown, contentType = 'application/json') {
  const scored = await suite.call('/api/webhook.php', body, { headers: { 'Content-Type': contentType } });
  expect(scored).toMatchObject({ status: 200 });
  return (await suite.call(`/api/leads/${scored.body.lead_id}`)).body.data.lead;
}

const BLANK = { name: '', email: '', phone: '', budget: '', message: '', source: '', custom_fields: {} };

describe('fields of a lead', () => {
  test('are all stored as sent', async () => {
    const lead = {
      name: 'Ana López',
      email: newEmail(),
      phone: '+12125550123',
      budget: '10 Lakh',
      message: 'Hello\n“world” 👋',
      source: 'facebook',
      custom_fields: { 'When do you want to start?': 'Not decided', '': 'a question without text' },
    };
    expect(await store(lead)).toStrictEqual(lead);
  });

  test.each([
    ['email', { email: 'only@acme.com' }],
    ['phone', { phone: '+12125550124' }],
  ])('are valid with only %s', async (_, lead) => {
    expect(await store(lead)).toStrictEqual({ ...BLANK, ...lead });
  });

  test.each([
    ['missing', { name: 'Ana Lopez' }],
    ['blank', { email: ' ', phone: '\t' }],
    ['null', { email: null, phone: null }],
  ])('are rejected if email and phone are both %s', async (_, lead) => {
    expectError(await suite.call('/api/webhook.php', lead), 'missing_contact', 'email');
  });

  test('may be numbers and booleans, which become text', async () => {
    const email = newEmail();
    expect(
      await store({
        email,
        name: true,
        phone: 12125550123,
        budget: 25000.5,
        message: 0,
        custom_fields: { Seats: 40, Decides: false, Rate: 0.25, Long: 1e21 },
      }),
    ).toStrictEqual({
      ...BLANK,
      email,
      name: 'true',
      phone: '12125550123',
      budget: '25000.5',
      message: '0',
      custom_fields: { Seats: '40', Decides: 'false', Rate: '0.25', Long: '1000000000000000000000' },
    });
  });

  test('may be null, which counts as missing', async () => {
    const email = newEmail();
    const nulls = { name: null, phone: null, message: null, company: null };
    expect(await store({ ...nulls, email, custom_fields: { Role: null } })).toStrictEqual({
      ...BLANK,
      email,
    });
    expect(await store({ email: newEmail(), custom_fields: null })).toMatchObject({ custom_fields: {} });
  });

  test('may be lists in custom_fields, which are joined', async () => {
    const custom_fields = { Interests: ['laptops', 40, true, null, 'phones'], None: [] };
    expect(await store({ email: newEmail(), custom_fields })).toMatchObject({
      custom_fields: { Interests: 'laptops, 40, true, phones' },
    });
  });

  test('that are unknown become custom fields', async () => {
    const { custom_fields } = await store({
      email: newEmail(),
      company: 'Acme',
      seats: 40,
      tags: ['a', 'b'],
      custom_fields: { Role: 'CTO' },
    });
    expect(custom_fields).toStrictEqual({ company: 'Acme', seats: '40', tags: 'a, b', Role: 'CTO' });
  });

  test('are both kept if an unknown field and a custom field have the same name', async () => {
    const { custom_fields } = await store({
      email: newEmail(),
      Role: 'CTO',
      custom_fields: { Role: 'CEO' },
    });
    expect(Object.values(custom_fields).toSorted()).toEqual(['CEO', 'CTO']);
  });

  test('are stored without API keys', async () => {
    const { liveKey } = suite.account;
    expect(JSON.stringify(await store({ email: newEmail(), api_key: liveKey }))).not.toContain(liveKey);
  });

  test('may have names that are special in JavaScript', async () => {
    const fields = { constructor: 'Acme', toString: 'text', hasOwnProperty: 'x' };
    expect((await store({ email: newEmail(), ...fields })).custom_fields).toStrictEqual(fields);
  });

  test.each([
    ['wrong_type', 'name', { name: {} }],
    ['wrong_type', 'name', { name: ['Ana'] }],
    ['wrong_type', 'message', { message: { text: 'hello' } }],
    ['not_an_object', 'custom_fields', { custom_fields: ['a'] }],
    ['not_an_object', 'custom_fields', { custom_fields: 'a' }],
    ['wrong_type', 'custom_fields.Role', { custom_fields: { Role: {} } }],
    ['wrong_type', 'custom_fields.Role', { custom_fields: { Role: [['CTO']] } }],
    ['wrong_type', 'utm', { utm: { campaign: 'x' } }],
    ['invalid_characters', 'message', { message: 'NUL \0' }],
    ['invalid_characters', 'message', { message: 'half a pair \ud800' }],
  ] as const)('with any other value are rejected as %s, naming %s', async (code, field, part) => {
    const answer = await suite.call('/api/webhook.php', { email: newEmail(), ...part });
    expectError(answer, code, `${field} `);
  });

  test.each(['[]', 'null', '"text"', '1', 'true', '', ' '])(
    'are rejected as not_an_object if the body is %j',
    async (body) => {
      expectError(await suite.call('/api/webhook.php', body), 'not_an_object');
    },
  );

  test.each(['{', '{"email":}', "{'email':'a'}"])(
    'are rejected as invalid_json if the body is %j',
    async (body) => {
      expectError(await suite.call('/api/webhook.php', body), 'invalid_json');
    },
  );

  test('are not quoted in errors about the body', async () => {
    const { text } = await suite.call('/api/webhook.php', '{"email": ana@acme.com}');
    expect(text).not.toContain('acme');
  });
});

describe('limits of a lead', () => {
  test('allow 20,000 characters in a text field', async () => {
    const message = 'x'.repeat(20_000);
    expect((await store({ email: newEmail(), message })).message).toBe(message);
    const answer = await suite.call('/api/webhook.php', { email: newEmail(), message: `${message}x` });
    expectError(answer, 'too_long', 'message is longer than 20,000 characters');
  });

  test('allow 200 custom fields', async () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`Question ${i}`, 'yes']));
    const kept = await store({ email: newEmail(), custom_fields: fields(200) });
    expect(Object.keys(kept.custom_fields)).toHaveLength(200);
    for (const lead of [{ custom_fields: fields(201) }, fields(201), { ...fields(200), other: 'x' }]) {
      const answer = await suite.call('/api/webhook.php', { email: newEmail(), ...lead });
      expectError(answer, 'too_many_fields', 'custom_fields');
    }
  });

  test('allow a body of 256 KiB', async () => {
    const lead = JSON.stringify({ email: newEmail() });
    const fullBody = lead.padEnd(256 * 1024);
    await store(fullBody);
    for (const path of ['/api/webhook.php', '/api/score.php', '/api/explain.php']) {
      expectError(await suite.call(path, `${fullBody} `), 'too_large');
    }
  });
});

describe('the body of a lead', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON; Charset="UTF-8"',
    'application/cloudevents+json',
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
  ])('may be JSON with the content type %s', async (contentType) => {
    const lead = makeLead({ email: newEmail(), custom_fields: { Role: 'CTO' } });
    expect(await store(JSON.stringify(lead), contentType)).toStrictEqual({ ...BLANK, ...lead });
  });

  test('may be JSON with a byte order mark', async () => {
    const email = newEmail();
    expect(await store(`\ufeff${JSON.stringify({ email })}`)).toMatchObject({ email });
  });

  const form = 'application/x-www-form-urlencoded';

  test('may be a form with custom fields in brackets and repeated fields', async () => {
    const email = newEmail();
    const body =
      `email=${encodeURIComponent(email)}&name=Ana+L%C3%B3pez&phone=%2B12125550123&company=Acme+%26+Sons&` +
      'custom_fields%5BYour+role%5D=CTO&custom_fields[Interests][]=laptops&custom_fields[Interests][]=phones&' +
      'topics=a&topics=b';
    expect(await store(body, form)).toStrictEqual({
      ...BLANK,
      email,
      name: 'Ana López',
      phone: '+12125550123',
      custom_fields: {
        company: 'Acme & Sons',
        topics: 'a, b',
        'Your role': 'CTO',
        Interests: 'laptops, phones',
      },
    });
  });

  test('may be a form with custom fields as JSON', async () => {
    const body = new URLSearchParams({ email: newEmail(), custom_fields: '{"Role":"CTO","Seats":40}' });
    expect((await store(String(body), form)).custom_fields).toStrictEqual({ Role: 'CTO', Seats: '40' });
  });

  test('is rejected if it is a form without email and phone', async () => {
    for (const body of ['', 'name=Ana', 'email=&phone=+']) {
      const answer = await suite.call('/api/webhook.php', body, { headers: { 'Content-Type': form } });
      expectError(answer, 'missing_contact', 'email');
    }
  });

  test('is rejected if it is text but not JSON', async () => {
    const options = { headers: { 'Content-Type': 'text/plain' } };
    expectError(await suite.call('/api/webhook.php', 'hello', options), 'invalid_json');
  });
});
