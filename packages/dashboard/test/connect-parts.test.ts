// What Connect says about a request: which field became what, by the engine that read it, and why it was refused.

import { readLead, unwrap } from '@leadline/engine';
import { describe, expect, test } from 'vitest';
import { tellRefusal } from '../src/pages/connect/tell-refusal.ts';
import { traceFields } from '../src/pages/connect/trace-fields.ts';

const trace = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    traceFields({ unwrap, readLead }, body).fields.map(({ name, became }) => [name, became]),
  );

describe('how fields were read', () => {
  test('spellings of a field become the field, other names are questions', () => {
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

  test('first and last name become the name, and a second email address a question', () => {
    expect(
      trace({
        first_name: 'Ana Maria',
        last_name: 'Lopez',
        email: 'ana@acme.com',
        'Work email': 'al@acme.com',
      }),
    ).toEqual({ first_name: 'name', last_name: 'name', email: 'email', 'Work email': 'question' });
  });

  test('equal values are told apart by the names they came under', () => {
    expect(
      trace({ email: 'a@acme.com', source: 'google', comment: 'google', 'How did you find us?': 'google' }),
    ).toEqual({ email: 'email', source: 'source', comment: 'message', 'How did you find us?': 'question' });
  });

  test('an answer that plainly is an address is one, whatever was asked', () => {
    expect(trace({ 'Where can we reach you?': 'ana@acme.com' })).toEqual({
      'Where can we reach you?': 'email',
    });
  });

  test('what a tool put around the lead is taken off', () => {
    const reading = traceFields({ unwrap, readLead }, { data: { email: 'ana@acme.com', budget: 5000 } });
    expect(reading).toEqual({
      isWrapped: true,
      fields: [
        { name: 'email', value: 'ana@acme.com', became: 'email' },
        { name: 'budget', value: '5000', became: 'budget' },
      ],
    });
  });

  test('of a secret that is not kept nothing is claimed, and a key of ours is never part of a lead', () => {
    expect(trace({ email: 'a@acme.com', password: '[removed]', note: 'll_live_…' })).toEqual({
      email: 'email',
      password: 'hidden',
      note: 'nothing',
    });
  });

  test('what is no lead shows its fields all the same', () => {
    expect(trace({ name: 'Cy', message: 'Hello' })).toEqual({ name: 'nothing', message: 'nothing' });
    expect(trace(['no', 'lead'])).toEqual({});
  });
});

test.each([
  [
    'invalid input: email and phone are both missing; send at least one',
    400,
    /^Email and phone are both missing; send at least one\.$/,
    /rename the field/,
  ],
  ['invalid input: the body is not valid JSON', 400, /^The body is not valid JSON\.$/, /quotes, commas/],
  [
    'plan limit reached: the free plan holds 100 leads a month; it resets at …',
    402,
    /^Plan limit reached/,
    /month is over/,
  ],
  ['invalid API key: it is revoked or of another installation', 401, /^Invalid API key/, /still sends with/],
  ['unsupported type: send JSON', 415, /^Unsupported type/, /enctype/],
  ['something new', 400, /^Something new\.$/, /send it again/],
  [null, 500, /answered with 500/, /send it again/],
])('%s is told with what to do', (error, status, what, advice) => {
  const told = tellRefusal(error, status);
  expect(told.what).toMatch(what);
  expect(told.advice).toMatch(advice);
});
