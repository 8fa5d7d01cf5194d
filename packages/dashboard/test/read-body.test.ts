// Connect has its own parser of request bodies, to show how they were read. It agrees with the server's.

import { acceptBodies } from '@leadline/server/testing';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { type BodyRead, readBody } from '../src/pages/connect/read-body.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

async function readOnServer(text: string, contentType: string): Promise<BodyRead> {
  const app = fastify();
  app.decorateRequest('caller', null);
  acceptBodies(app, {
    run: (_account, read) => read(),
    readBody: async (_account, _bytes, read) => read(),
    requireAllowance: () => {},
  });
  let body: unknown;
  app.post('/', async (request) => {
    body = request.body;
    return {};
  });
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': contentType },
    payload: text,
  });
  await app.close();
  return statusCode === 200 && body !== undefined ? { ok: true, body } : { ok: false };
}

const encode = encodeURIComponent;
const READ: readonly (readonly [what: string, contentType: string, text: string, body: unknown])[] = [
  ['JSON', JSON_TYPE, '{"email":"a@acme.com"}', { email: 'a@acme.com' }],
  ['JSON with another content type', 'Application/LD+JSON ; charset=utf-8', ' [1]\n', [1]],
  ['JSON sent as text', 'text/plain', '{"a":null}', { a: null }],
  ['JSON sent as a form', FORM, ' {"a":"1&2"}', { a: '1&2' }],
  ['JSON after a byte order mark', JSON_TYPE, '\ufeff{"a":1}', { a: 1 }],
  [
    'a form',
    `${FORM}; charset=utf-8`,
    'email=a%40acme.com&name=Ana+B',
    { email: 'a@acme.com', name: 'Ana B' },
  ],
  ['a form surrounded by spaces', FORM, ' a=1 ', { ' a': '1 ' }],
  ['an empty form', FORM, '', {}],
  [
    'lists',
    FORM,
    'size[]=S&size%5B%5D=M&c=1&c=2&c=3&one[]=x',
    { size: ['S', 'M'], c: ['1', '2', '3'], one: 'x' },
  ],
  [
    'questions in brackets',
    FORM,
    'custom_fields%5BYour+role%5D=CTO&custom_fields[Size][]=S&custom_fields[Size][]=M',
    { custom_fields: { 'Your role': 'CTO', Size: ['S', 'M'] } },
  ],
  [
    'questions as JSON in a field',
    FORM,
    `email=a&custom_fields=${encode(' {"Your role":"CTO","Size":3}')}`,
    { email: 'a', custom_fields: { 'Your role': 'CTO', Size: 3 } },
  ],
  [
    'questions in brackets and as JSON',
    FORM,
    `custom_fields=${encode('{"a":1}')}&custom_fields[b]=2`,
    { custom_fields: { b: '2' } },
  ],
  ['questions as text', FORM, 'custom_fields=none', { custom_fields: 'none' }],
  [
    'questions as JSON twice',
    FORM,
    `custom_fields=${encode('{"a":1}')}&custom_fields=${encode('{"b":2}')}`,
    { custom_fields: ['{"a":1}', '{"b":2}'] },
  ],
  ['broken escapes', FORM, 'a=%zz&b=100%&=c', { a: '%zz', b: '100%', '': 'c' }],
];

test.each(READ)('the server and the dashboard read %s alike', async (_, contentType, text, body) => {
  expect(await readOnServer(text, contentType)).toStrictEqual({ ok: true, body });
  expect(readBody(text, contentType)).toStrictEqual({ ok: true, body });
});

test.each([
  ['incomplete JSON', JSON_TYPE, '{"email":'],
  ['incomplete JSON sent as a form', FORM, '{"email":'],
  ['incomplete JSON in a field', FORM, `email=a&custom_fields=${encode('{"a":')}`],
  [
    'incomplete JSON in a field, next to brackets',
    FORM,
    `custom_fields=${encode('{"a":')}&custom_fields[b]=2`,
  ],
  ['JSON after a no-break space', JSON_TYPE, '\u00a0{"a":1}'],
  ['a form with too many fields', FORM, 'a&'.repeat(2_000)],
  ['blanks', JSON_TYPE, ' \n'],
  ['XML', 'application/xml', '<a/>'],
  ['JSON with an unknown content type', 'application/jsonp', '{"a":1}'],
])('neither the server nor the dashboard reads %s', async (_, contentType, text) => {
  expect(await readOnServer(text, contentType)).toStrictEqual({ ok: false });
  expect(readBody(text, contentType)).toStrictEqual({ ok: false });
});
