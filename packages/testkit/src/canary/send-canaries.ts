// Sends valid and broken leads full of canaries, with many keys, while database connections keep breaking. None of the
// canaries may show up in the process's logs or metrics.

import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Installation } from '@leadline/server';
import { makeKey } from '@leadline/server/testing';
import { sql } from 'kysely';
import { type ApiResponse, call } from '../http/call.ts';
import type { LeadlineProcess } from '../service/spawn-leadline.ts';
import { Canaries, type Leak } from './canaries.ts';

export interface CanaryOptions {
  readonly api: LeadlineProcess;
  /** Breaks connections and adds constraints, so the database must not be used for anything else. */
  readonly owner: Installation;
  readonly keys: readonly string[];
  readonly leads: number;
  readonly concurrency: number;
  readonly onProgress?: (leads: number) => void;
}

export interface CanaryReport {
  readonly requests: number;
  readonly statuses: ReadonlyMap<string, number>;
  readonly brokenConnections: number;
  readonly lines: number;
  readonly leaks: readonly Leak[];
}

const TERMINATE_EVERY_MS = 200;
const TOO_LARGE = 257 * 1024;

export async function sendCanaries(options: CanaryOptions): Promise<CanaryReport> {
  const { api, owner, keys, leads, concurrency, onProgress = () => {} } = options;
  const canaries = new Canaries();
  for (const key of keys) canaries.watch('key', key);
  // PostgreSQL includes the rejected row in its error message: "Failing row contains (…)".
  await sql`alter table leadline.leads add constraint no_refused check (source not like 'refused %')`.execute(
    owner,
  );
  await sql`alter table leadline.received add constraint no_refused_body check (body not like '%:"refused %')`.execute(
    owner,
  );
  const breaking = breakConnections(owner);
  const statuses = new Map<string, number>();
  let requests = 0;
  let next = 0;
  const tally = (status: string): void => {
    requests++;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const work = async (): Promise<void> => {
    for (let index = next++; index < leads; index = next++) {
      const sender = { url: api.url, key: keys[index % keys.length] ?? '', canaries };
      tally(String((await sendLead(sender, index)).status));
      // Every second lead is followed by the next of the other requests.
      const other = index % 2 === 0 ? OTHER_REQUESTS[(index / 2) % OTHER_REQUESTS.length] : undefined;
      if (other !== undefined) tally(await other(sender));
      if (index % 1_000 === 999) onProgress(index + 1);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const brokenConnections = await breaking.stop();
  const metrics = await (await fetch(api.metricsUrl)).text();
  // The last lines of output can arrive after the process has exited.
  const closed = once(api.child, 'close');
  await api.kill('SIGTERM');
  await closed;
  const output = api.output();
  return {
    requests,
    statuses,
    brokenConnections,
    lines: output.split('\n').length - 1,
    leaks: [...canaries.findLeaks(output), ...canaries.findLeaks(metrics)],
  };
}

interface Sender {
  readonly url: string;
  readonly key: string;
  readonly canaries: Canaries;
}

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

/** Rotates through new and legacy calls, forms, explanations with a key in the body, and rows the database rejects. */
async function sendLead(sender: Sender, index: number): Promise<ApiResponse> {
  const { url, key, canaries } = sender;
  const lead = makeCanaryLead(sender);
  const headers = {
    'Idempotency-Key': canaries.make('Idempotency-Key'),
    'Webhook-Id': canaries.make('Webhook-Id'),
    'User-Agent': canaries.make('User-Agent'),
    Cookie: `session=${canaries.make('Cookie')}`,
    Referer: `https://example.org/?q=${canaries.make('Referer')}`,
    Authorization: `Bearer ${key}`,
  };
  switch (index % 10) {
    case 0:
      return call(url, '/api/score.php', lead, { key, headers });
    case 1:
      return call(url, '/api/webhook.php', toForm(lead), {
        key,
        headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
      });
    case 2:
      return call(url, '/api/explain.php', { lead, api_key: key }, { headers });
    case 3:
      return call(url, '/api/webhook.php', { ...lead, source: `refused ${lead.source}` }, { key });
    case 4:
      return call(url, `/api/webhook.php?api_key=${key}&email=${lead.email}`, lead, { key });
    default:
      return call(url, '/api/webhook.php', lead, index % 2 === 0 ? { key, headers } : { key });
  }
}

function toForm({ custom_fields, ...lead }: ReturnType<typeof makeCanaryLead>): string {
  const custom = Object.entries(custom_fields as Record<string, string>);
  return new URLSearchParams([
    ...(Object.entries(lead) as [string, string][]),
    ...custom.map(([question, answer]): [string, string] => [`custom_fields[${question}]`, answer]),
  ]).toString();
}

/** Requests that fail in every possible way, each with a canary that must not leak. */
const OTHER_REQUESTS: readonly ((sender: Sender) => Promise<string>)[] = [
  (s) =>
    statusOf(call(s.url, '/api/webhook.php', `{"email":"${s.canaries.make('broken JSON')}@example.org"`, s)),
  (s) => statusOf(call(s.url, '/api/webhook.php', `${s.canaries.make('not JSON')}`, s)),
  (s) =>
    statusOf(call(s.url, '/api/webhook.php', `"${s.canaries.make('too large')}${'x'.repeat(TOO_LARGE)}"`, s)),
  (s) => statusOf(call(s.url, '/api/webhook.php', { email: { a: s.canaries.make('wrong type') } }, s)),
  (s) =>
    statusOf(
      call(s.url, '/api/webhook.php', { [s.canaries.make('wrong field')]: {}, email: 'a@example.org' }, s),
    ),
  (s) =>
    statusOf(
      call(s.url, '/api/webhook.php', makeCanaryLead(s), { key: watched(s, 'unknown key', makeKey('live')) }),
    ),
  (s) => statusOf(call(s.url, '/api/webhook.php', makeCanaryLead(s), { key: `${s.key.slice(0, -1)}-` })),
  (s) => statusOf(call(s.url, '/api/webhook.php', makeCanaryLead(s), { key: s.canaries.make('not a key') })),
  (s) =>
    statusOf(
      call(s.url, '/api/webhook.php', makeCanaryLead(s), {
        ...s,
        headers: { 'Idempotency-Key': `é${s.canaries.make('bad Idempotency-Key')}` },
      }),
    ),
  (s) =>
    statusOf(
      call(s.url, '/api/webhook.php', makeCanaryLead(s), {
        ...s,
        headers: { 'Content-Type': `text/${s.canaries.make('type')}` },
      }),
    ),
  (s) =>
    statusOf(
      call(s.url, '/api/webhook.php', makeCanaryLead(s), {
        ...s,
        headers: { 'X-Request-Id': `${s.canaries.make('request id')}@example.org` },
      }),
    ),
  (s) => statusOf(call(s.url, '/api/explain.php', { lead: s.canaries.make('lead'), api_key: s.key })),
  (s) =>
    statusOf(
      call(s.url, '/api/explain.php', { lead: makeCanaryLead(s), api_key: s.canaries.make('api_key') }),
    ),
  (s) =>
    statusOf(
      call(
        s.url,
        '/api/explain.php',
        { lead: makeCanaryLead(s), score_data: { score: s.canaries.make('score') } },
        s,
      ),
    ),
  (s) => statusOf(call(s.url, '/api/received', undefined, s)),
  (s) => statusOf(call(s.url, `/api/received?status=${s.canaries.make('status')}`, undefined, s)),
  (s) => statusOf(call(s.url, `/api/leads?q=${s.canaries.make('search')}`, undefined, s)),
  (s) => statusOf(call(s.url, `/api/leads?q=${s.canaries.make('search')}%00`, undefined, s)),
  (s) => statusOf(call(s.url, `/api/leads?source=${s.canaries.make('source filter')}`, undefined, s)),
  (s) => statusOf(call(s.url, `/api/leads?cursor=${s.canaries.make('cursor')}`, undefined, s)),
  (s) => statusOf(call(s.url, `/api/leads?${s.canaries.make('parameter')}=1`, undefined, s)),
  (s) => statusOf(call(s.url, `/api/leads/${s.canaries.make('id')}`, undefined, s)),
  (s) => statusOf(call(s.url, `/api/leads/${s.canaries.make('long id')}${'x'.repeat(200)}`, undefined, s)),
  (s) => statusOf(call(s.url, `/${s.canaries.make('path')}/${s.key}`, undefined, s)),
  (s) => statusOf(call(s.url, `/%zz${s.canaries.make('bad URL')}`, undefined, s)),
  sendOutcome,
  (s) =>
    sendBytes(
      s,
      `POST /api/webhook.php HTTP/1.1\r\nHost: ${s.canaries.make('Host')}\r\nX-API-KEY: ${s.key}\r\nbroken ${s.canaries.make('header')}\r\n\r\n`,
    ),
  (s) => sendBytes(s, `${s.canaries.make('garbage')} ${s.key}\r\n\r\n`),
  (s) =>
    sendBytes(
      s,
      `GET /api/usage HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${s.key}\r\nX: ${s.canaries.make('header').repeat(2_000)}\r\n\r\n`,
    ),
  // Disconnects halfway through the body.
  (s) =>
    sendBytes(
      s,
      `POST /api/webhook.php HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${s.key}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"email":"${s.canaries.make('cut off')}`,
    ),
];

function watched({ canaries }: Sender, what: string, secret: string): string {
  canaries.watch(what, secret);
  return secret;
}

const statusOf = async (answer: Promise<ApiResponse>): Promise<string> => String((await answer).status);

/** Sends a valid outcome, one that the schema rejects, and one with an invalid character. */
async function sendOutcome(sender: Sender): Promise<string> {
  const { url, key, canaries } = sender;
  const { body } = await call(url, '/api/webhook.php', makeCanaryLead(sender), { key });
  const path = `/api/leads/${body?.lead_id}/outcome`;
  await call(url, path, { outcome: canaries.make('outcome') }, { key });
  await call(url, path, { outcome: 'lost', reason: `${canaries.make('reason')}\0` }, { key });
  return statusOf(call(url, path, { outcome: 'lost', reason: canaries.make('reason') }, { key }));
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

/** Repeatedly terminates all of the API's database connections, pausing in between so that it can recover. */
function breakConnections(owner: Installation): { stop(): Promise<number> } {
  let isStopping = false;
  const run = async (): Promise<number> => {
    let broken = 0;
    while (!isStopping) {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(owner);
      broken += rows.length;
      await pause(TERMINATE_EVERY_MS);
    }
    return broken;
  };
  const running = run();
  return {
    stop: () => {
      isStopping = true;
      return running;
    },
  };
}
