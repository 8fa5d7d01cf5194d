// How Connect explains a request: which field became what, and why it was rejected.

import { readLead, unwrap } from '@leadline/engine';
import { describe, expect, test } from 'vitest';
import { describeRejection } from '../src/pages/connect/describe-rejection.ts';
import { findIgnoredRedirect } from '../src/pages/connect/find-ignored-redirect.ts';
import { findRepeats } from '../src/pages/connect/find-repeats.ts';
import { traceFields } from '../src/pages/connect/trace-fields.ts';

const trace = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    traceFields({ unwrap, readLead }, body).fields.map(({ name, destination }) => [name, destination]),
  );

describe('traced fields', () => {
  test('known spellings map to a field, and other names become questions', () => {
    expect(
      trace({
        'Full Name': 'Bo Ek',
        'E-Mail-Adresse': 'bo@initech.com',
        Comments: 'Please call',
        utm_source: 'newsletter',
        'Team size': 12.345,
        Colours: ['red', 'blue'],
        Fax: '',
      }),
    ).toEqual({
      'Full Name': 'name',
      'E-Mail-Adresse': 'email',
      Comments: 'message',
      utm_source: 'source',
      'Team size': 'question',
      Colours: 'question',
      Fax: 'nothing',
    });
  });

  test('first and last name become the name, and a second email becomes a question', () => {
    expect(
      trace({
        first_name: 'Ana Maria',
        last_name: 'Lopez',
        email: 'ana@acme.com',
        'Work email': 'al@acme.com',
      }),
    ).toEqual({ first_name: 'name', last_name: 'name', email: 'email', 'Work email': 'question' });
  });

  test('equal values are distinguished by their field names', () => {
    expect(
      trace({ email: 'a@acme.com', source: 'google', comment: 'google', 'How did you find us?': 'google' }),
    ).toEqual({ email: 'email', source: 'source', comment: 'message', 'How did you find us?': 'question' });
  });

  test('an answer that looks like an email is read as the email, whatever the question', () => {
    expect(trace({ 'Where can we reach you?': 'ana@acme.com' })).toEqual({
      'Where can we reach you?': 'email',
    });
  });

  test('a lead inside a larger message is unwrapped', () => {
    const reading = traceFields({ unwrap, readLead }, { data: { email: 'ana@acme.com', budget: 5000 } });
    expect(reading).toEqual({
      isWrapped: true,
      fields: [
        { name: 'email', value: 'ana@acme.com', destination: 'email' },
        { name: 'budget', value: '5000', destination: 'budget' },
      ],
    });
  });

  test('a lead from the embedded form is not wrapped', () => {
    const body = { email: 'ana@acme.com', page_url: 'https://acme.com/', _website: '', _submission: 'a-b' };
    expect(traceFields({ unwrap, readLead }, body).isWrapped).toBe(false);
  });

  test('removed secrets are marked as hidden, and Leadline’s own keys are never part of a lead', () => {
    expect(trace({ email: 'a@acme.com', password: '[removed]', note: 'll_live_…' })).toEqual({
      email: 'email',
      password: 'hidden',
      note: 'nothing',
    });
  });

  test('a body that is not a lead still shows its fields', () => {
    expect(trace({ name: 'Cy', message: 'Hello' })).toEqual({ name: 'nothing', message: 'nothing' });
    expect(trace(['no', 'lead'])).toEqual({});
  });
});

test.each([
  [
    'missing_contact',
    'email and phone are both missing',
    /^Email and phone are both missing\.$/,
    /rename the/,
  ],
  ['invalid_json', 'the body is not valid JSON', /^The body is not valid JSON\.$/, /quotes, commas/],
  [
    'plan_limit_reached',
    'you have used all 100 leads',
    /^You have used all 100 leads\.$/,
    /until next month/,
  ],
  ['storage_limit_reached', 'it is full', /^It is full\.$/, /Delete leads/],
  ['test_limit_reached', 'too many test leads', /^Too many test leads\.$/, /live key/],
  ['revoked_api_key', 'this key was revoked', /^This key was revoked\.$/, /still uses/],
  ['unsupported_type', 'send JSON', /^Send JSON\.$/, /enctype/],
  ['invalid_input', 'something new', /^Something new\.$/, /send it again/],
  [null, null, /^Rejected with status 400\.$/, /send it again/],
] as const)('a request rejected with %s is explained, with advice', (code, error, problem, advice) => {
  const rejection = describeRejection({ code, error, status: 400 });
  expect(rejection.problem).toMatch(problem);
  expect(rejection.advice).toMatch(advice);
});

describe('the redirect of a form', () => {
  const sent = (target: string | null) => ({
    request_id: 'req_1',
    received_at: '2026-11-17T05:56:10.235Z',
    mode: 'live' as const,
    path: '/api/intake/…',
    content_type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({
      email: 'a@b.co',
      ...(target === null ? {} : { _redirect: target }),
    }).toString(),
    is_cut: false,
    status: 303,
    code: null,
    error: null,
    tool: 'html',
    lead_id: 'lead_1',
    key_name: 'Form',
    person: 'Ana',
  });

  test.each([
    [null, null],
    ['https://www.acme.example/thanks', null],
    ['HTTPS://WWW.Acme.Example:443/thanks', null],
    ['https://acme.example/thanks', 'Redirect ignored: https://acme.example is not one of your sites'],
    ['/thanks', 'Redirect ignored: it must be a full URL that starts with https://'],
  ])('to %s gets the note %s', (target, note) => {
    expect(findIgnoredRedirect(sent(target), ['https://www.acme.example'])).toBe(note);
  });
});

test('requests after the first one with the same lead are repeats', () => {
  const newestFirst = [
    { request_id: 'req_4', lead_id: 'lead_1' },
    { request_id: 'req_3', lead_id: null },
    { request_id: 'req_2', lead_id: null },
    { request_id: 'req_1', lead_id: 'lead_1' },
  ];
  expect([...findRepeats(newestFirst)]).toEqual(['req_4']);
});
