// Requests full of canaries: leads in every form that we take, and requests that fail in every way we know of.

import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { makeKey } from '@leadline/server/testing';
import { type ApiResponse, call } from '../http/call.ts';
import type { Canaries } from './canaries.ts';

export interface Sender {
  readonly url: string;
  readonly key: string;
  /** Of any account. */
  readonly intakeKey: string;
  readonly canaries: Canaries;
}

/** Returns the status, or says why there is none. */
export type CanaryRequest = (sender: Sender) => Promise<string>;

/** What makes the database reject a row, see send-canaries.ts. */
export const REJECTED_SOURCE = 'refused ';
export const REJECTED_LEAD = 'lead that the database rejects';

const TOO_LARGE = 257 * 1024;
const MAX_TRIES = 20;

function makeCanaryLead({ canaries }: Sender): Record<string, string | Record<string, string>> {
  return {
    name: `Ana ${canaries.make('name')}`,
    email: `${canaries.make('email')}@example.org`,
    phone: canaries.makePhone(),
    message: `We need 40 laptops for ${canaries.make('message')} by Friday`,
    budget: `$20k ${canaries.make('budget')}`,
    source: canaries.make('source'),
    custom_fields: { [`Which ${canaries.make('question')}?`]: canaries.make('answer') },
    [`field_${canaries.make('field')}`]: canaries.make('field'),
  };
}

/** The parts of a lead that are stored, so that their canaries must be in the database. */
export const STORED_KINDS = [
  'name',
  'email',
  'phone',
  'message',
  'budget',
  'source',
  'question',
  'answer',
  'field',
  'reason',
];

const makeHeaders = ({ canaries, key }: Sender): Record<string, string> => ({
  'Idempotency-Key': canaries.make('Idempotency-Key'),
  'Webhook-Id': canaries.make('Webhook-Id'),
  'User-Agent': canaries.make('User-Agent'),
  Cookie: `session=${canaries.make('Cookie')}`,
  Referer: `https://example.org/?q=${canaries.make('Referer')}`,
  Authorization: `Bearer ${key}`,
});

const webhook = (s: Sender, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
  statusOf(call(s.url, '/api/webhook.php', body, { key: s.key, headers }));
const get = (s: Sender, path: string): Promise<string> => statusOf(call(s.url, path, undefined, s));

/** Sent in turn, half of them plain leads. */
export const LEAD_REQUESTS: readonly (readonly [name: string, CanaryRequest])[] = [
  [
    'lead by the legacy call',
    (s) => statusOf(call(s.url, '/api/score.php', makeCanaryLead(s), withHeaders(s))),
  ],
  [
    'lead as a form',
    (s) =>
      webhook(s, toForm(makeCanaryLead(s)), {
        ...makeHeaders(s),
        'Content-Type': 'application/x-www-form-urlencoded',
      }),
  ],
  [
    'explanation with the key in the body',
    (s) =>
      statusOf(
        call(
          s.url,
          '/api/explain.php',
          { lead: makeCanaryLead(s), api_key: s.key },
          { headers: makeHeaders(s) },
        ),
      ),
  ],
  [
    REJECTED_LEAD,
    (s) => {
      const lead = makeCanaryLead(s);
      return webhook(s, { ...lead, source: `${REJECTED_SOURCE}${lead.source}` });
    },
  ],
  [
    'lead with the key in the URL',
    (s) => {
      const lead = makeCanaryLead(s);
      const path = `/api/webhook.php?api_key=${s.key}&email=${lead.email}`;
      return statusOf(call(s.url, path, lead, { key: s.key }));
    },
  ],
  ['lead by an intake URL', (s) => statusOf(call(s.url, `/api/intake/${s.intakeKey}`, makeCanaryLead(s)))],
  ['batch', (s) => statusOf(call(s.url, '/api/batch', { leads: [makeCanaryLead(s), makeCanaryLead(s)] }, s))],
  ['lead', (s) => webhook(s, makeCanaryLead(s))],
  ['lead with headers', (s) => webhook(s, makeCanaryLead(s), makeHeaders(s))],
  ['lead', (s) => webhook(s, makeCanaryLead(s))],
];

/** Requests that fail in every possible way, each with a canary that must not leak. */
export const OTHER_REQUESTS: readonly (readonly [name: string, CanaryRequest])[] = [
  ['broken JSON', (s) => webhook(s, `{"email":"${s.canaries.make('broken JSON')}@example.org"`)],
  ['not JSON', (s) => webhook(s, s.canaries.make('not JSON'))],
  ['too large', (s) => webhook(s, `"${s.canaries.make('too large')}${'x'.repeat(TOO_LARGE)}"`)],
  ['wrong type', (s) => webhook(s, { email: { a: s.canaries.make('wrong type') } })],
  ['wrong field', (s) => webhook(s, { [s.canaries.make('wrong field')]: {}, email: 'a@example.org' })],
  [
    'unknown key',
    (s) => webhook({ ...s, key: watched(s, 'unknown key', makeKey('live')) }, makeCanaryLead(s)),
  ],
  ['mistyped key', (s) => webhook({ ...s, key: `${s.key.slice(0, -1)}-` }, makeCanaryLead(s))],
  ['not a key', (s) => webhook({ ...s, key: s.canaries.make('not a key') }, makeCanaryLead(s))],
  [
    'bad Idempotency-Key',
    (s) => webhook(s, makeCanaryLead(s), { 'Idempotency-Key': `é${s.canaries.make('bad Idempotency-Key')}` }),
  ],
  [
    'unknown type',
    (s) => webhook(s, makeCanaryLead(s), { 'Content-Type': `text/${s.canaries.make('type')}` }),
  ],
  [
    'request ID',
    (s) => webhook(s, makeCanaryLead(s), { 'X-Request-Id': `${s.canaries.make('request id')}@example.org` }),
  ],
  [
    'explanation of a text',
    (s) => statusOf(call(s.url, '/api/explain.php', { lead: s.canaries.make('lead'), api_key: s.key })),
  ],
  [
    'explanation with a wrong key',
    (s) => {
      const body = { lead: makeCanaryLead(s), api_key: s.canaries.make('api_key') };
      return statusOf(call(s.url, '/api/explain.php', body));
    },
  ],
  [
    'explanation of a wrong score',
    (s) => {
      const body = { lead: makeCanaryLead(s), score_data: { score: s.canaries.make('score') } };
      return statusOf(call(s.url, '/api/explain.php', body, s));
    },
  ],
  ['request log', (s) => get(s, '/api/received')],
  ['request log with a wrong status', (s) => get(s, `/api/received?status=${s.canaries.make('status')}`)],
  ['search', (s) => get(s, `/api/leads?q=${s.canaries.make('search')}`)],
  ['search with an invalid character', (s) => get(s, `/api/leads?q=${s.canaries.make('search')}%00`)],
  ['source filter', (s) => get(s, `/api/leads?source=${s.canaries.make('source filter')}`)],
  ['wrong cursor', (s) => get(s, `/api/leads?cursor=${s.canaries.make('cursor')}`)],
  ['unknown parameter', (s) => get(s, `/api/leads?${s.canaries.make('parameter')}=1`)],
  ['unknown lead', (s) => get(s, `/api/leads/${s.canaries.make('id')}`)],
  ['long ID', (s) => get(s, `/api/leads/${s.canaries.make('long id')}${'x'.repeat(200)}`)],
  ['unknown path', (s) => get(s, `/${s.canaries.make('path')}/${s.key}`)],
  ['bad URL', (s) => get(s, `/%zz${s.canaries.make('bad URL')}`)],
  [
    'wrong password',
    (s) => {
      const email = `${s.canaries.make('email of a user')}@example.org`;
      const body = { email, password: s.canaries.make('password') };
      return statusOf(call(s.url, '/api/auth/sign-in/email', body, { headers: { origin: s.url } }));
    },
  ],
  [
    'person to erase',
    (s) =>
      statusOf(call(s.url, '/api/people/erase', { email: `${s.canaries.make('person')}@example.org` }, s)),
  ],
  [
    'wrong intake URL',
    (s) => webhookOf(s, `/api/intake/${watched(s, 'unknown intake key', makeKey('intake'))}`),
  ],
  ['outcome', sendOutcome],
  [
    'broken header',
    (s) =>
      sendBytes(
        s,
        `POST /api/webhook.php HTTP/1.1\r\nHost: ${s.canaries.make('Host')}\r\nX-API-KEY: ${s.key}\r\nbroken ${s.canaries.make('header')}\r\n\r\n`,
      ),
  ],
  ['garbage', (s) => sendBytes(s, `${s.canaries.make('garbage')} ${s.key}\r\n\r\n`)],
  [
    'long header',
    (s) =>
      sendBytes(
        s,
        `GET /api/usage HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${s.key}\r\nX: ${s.canaries.make('header').repeat(2_000)}\r\n\r\n`,
      ),
  ],
  [
    'half a body',
    (s) =>
      sendBytes(
        s,
        `POST /api/webhook.php HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${s.key}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"email":"${s.canaries.make('cut off')}`,
      ),
  ],
];

const withHeaders = (sender: Sender) => ({ key: sender.key, headers: makeHeaders(sender) });

const webhookOf = (s: Sender, path: string): Promise<string> =>
  statusOf(call(s.url, path, makeCanaryLead(s)));

function toForm({ custom_fields, ...lead }: ReturnType<typeof makeCanaryLead>): string {
  const custom = Object.entries(custom_fields as Record<string, string>);
  return new URLSearchParams([
    ...(Object.entries(lead) as [string, string][]),
    ...custom.map(([question, answer]): [string, string] => [`custom_fields[${question}]`, answer]),
  ]).toString();
}

function watched({ canaries }: Sender, what: string, secret: string): string {
  canaries.watch(what, secret);
  return secret;
}

const statusOf = async (answer: Promise<ApiResponse>): Promise<string> => String((await answer).status);

/** Sends a valid outcome, one that the schema rejects, and one with an invalid character. */
async function sendOutcome(sender: Sender): Promise<string> {
  const { url, key, canaries } = sender;
  const lead = makeCanaryLead(sender);
  const { body } = await untilAvailable(() => call(url, '/api/webhook.php', lead, { key }));
  const path = `/api/leads/${body?.lead_id}/outcome`;
  await call(url, path, { outcome: canaries.make('outcome') }, { key });
  await call(url, path, { outcome: 'lost', reason: `${canaries.make('reason')}\0` }, { key });
  const outcome = { outcome: 'lost', reason: canaries.make('reason') };
  return statusOf(untilAvailable(() => call(url, path, outcome, { key })));
}

/** There are few outcomes, and connections keep breaking. */
async function untilAvailable(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  let answer = await send();
  for (let tries = 1; answer.status === 503 && tries < MAX_TRIES; tries++) answer = await send();
  return answer;
}

async function sendBytes({ url }: Sender, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.resume();
  socket.write(bytes);
  await pause(20);
  socket.destroy();
  return 'broken HTTP';
}
