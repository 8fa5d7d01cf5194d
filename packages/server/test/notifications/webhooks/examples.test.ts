// Runs the examples of docs/receiving-webhooks.md against real deliveries.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookPayload } from '@leadline/contract';
import { Webhook } from 'standardwebhooks';
import type { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AttemptResult, attemptDelivery } from '../../../src/notifications/webhooks/attempt.ts';
import { openSafeAgent } from '../../../src/notifications/webhooks/safe-agent.ts';
import { makeSecret, type Sealed } from '../../../src/notifications/webhooks/seal.ts';
import { makeId, showId } from '../../../src/platform/base/ids.ts';

const DOCS = join(import.meta.dirname, '../../../../../docs');

interface Example {
  readonly file: string;
  readonly program: string;
  readonly argumentsFor: (file: string, port: number) => string[];
  /** Installs the program if it is missing. */
  readonly debianPackage: string;
}

const EXAMPLES: readonly Example[] = [
  {
    file: 'receive-webhook.mjs',
    program: process.execPath,
    argumentsFor: (file) => [file],
    debianPackage: 'nodejs',
  },
  {
    file: 'receive-webhook.php',
    program: 'php',
    argumentsFor: (file, port) => ['-S', `127.0.0.1:${port}`, file],
    debianPackage: 'php-cli',
  },
  {
    file: 'receive-webhook.py',
    program: 'python3',
    argumentsFor: (file) => [file],
    debianPackage: 'python3',
  },
];

const payload: WebhookPayload = {
  type: 'lead.scored',
  timestamp: '2026-11-15T09:00:00.000Z',
  data: { lead_id: 'lead_1', lead: { name: 'Zoë Łuczak', message: 'We need 40 “laptops” 🙂' } },
};
const policy = { allowPrivate: true };

let agent: Agent;
beforeAll(() => {
  agent = openSafeAgent(policy);
});
afterAll(() => agent.close());

describe.each(EXAMPLES)('$file', (example) => {
  const missing = findMissing(example);
  if (missing !== null) {
    test('receives webhooks', (context) => {
      if (process.env.CI) throw new Error(missing);
      process.stderr.write(`skipped ${example.file}: ${missing}\n`);
      context.skip(missing);
    });
    return;
  }

  const secret = makeSecret();
  let receiver: RunningExample;
  beforeAll(async () => {
    receiver = await startExample(example, secret);
  });
  afterAll(() => receiver?.stop());

  const deliver = (eventId: string, secrets: Omit<Sealed, 'url'>): Promise<AttemptResult> =>
    attemptDelivery(
      { eventId, payload, format: 'standard', target: { url: receiver.url, ...secrets } },
      agent,
      policy,
    );

  test('accepts a delivery and stores it unchanged', async () => {
    const eventId = makeId();
    expect(await deliver(eventId, { secret })).toMatchObject({ isDelivered: true, status: 204 });
    expect(await receiver.readStored(showId('evt', eventId))).toBe(JSON.stringify(payload));
  });

  test('accepts a duplicate event but stores it only once', async () => {
    const eventId = makeId();
    const before = await receiver.listStored();
    for (const _ of [1, 2]) expect(await deliver(eventId, { secret })).toMatchObject({ status: 204 });
    const both = await Promise.all([deliver(makeId(), { secret }), deliver(eventId, { secret })]);
    expect(both.map(({ status }) => status)).toEqual([204, 204]);
    const after = await receiver.listStored();
    expect(after.filter((name) => name === `${showId('evt', eventId)}.json`)).toHaveLength(1);
    expect(after).toHaveLength(before.length + 2);
  });

  test.each(['the new secret', 'the old secret'])(
    'accepts a delivery during a rotation if it knows %s',
    async (known) => {
      const other = makeSecret();
      const until = new Date(Date.now() + 60_000).toISOString();
      const secrets =
        known === 'the new secret'
          ? { secret, former: { secret: other, until } }
          : { secret: other, former: { secret, until } };
      expect(await deliver(makeId(), secrets)).toMatchObject({ isDelivered: true, status: 204 });
    },
  );

  test('rejects a delivery once its secret has expired', async () => {
    const until = new Date(Date.now() - 1).toISOString();
    const ended = { secret: makeSecret(), former: { secret, until } };
    expect(await deliver(makeId(), ended)).toMatchObject({ isDelivered: false, status: 401 });
  });

  const body = JSON.stringify(payload);
  const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
  const INVALID: readonly [string, () => { headers: Record<string, string>; body: string }][] = [
    ['tampered with', () => ({ headers: sign(secret, body), body: body.replace('40', '41') })],
    ['signed with another secret', () => ({ headers: sign(makeSecret(), body), body })],
    ['signed six minutes ago', () => ({ headers: sign(secret, body, minutesAgo(6)), body })],
    ['signed six minutes ahead', () => ({ headers: sign(secret, body, minutesAgo(-6)), body })],
    [
      'signed long ago with a fresh timestamp',
      () => ({
        headers: { ...sign(secret, body, minutesAgo(6)), 'webhook-timestamp': seconds(new Date()) },
        body,
      }),
    ],
    ['signed with another ID', () => ({ headers: { ...sign(secret, body), 'webhook-id': 'evt_1' }, body })],
    [
      'signed with two wrong signatures',
      () => {
        const headers = sign(makeSecret(), body);
        return { headers: { ...headers, 'webhook-signature': `${headers['webhook-signature']} v1,` }, body };
      },
    ],
    ['signed with another signature version', () => ({ headers: inVersion('v2', sign(secret, body)), body })],
    ['not signed', () => ({ headers: {}, body })],
    ['empty', () => ({ headers: { 'webhook-signature': '' }, body: '' })],
  ];
  test.each(INVALID)('rejects a delivery that is %s', async (_, makeRequest) => {
    const before = await receiver.listStored();
    expect(await post(receiver.url, makeRequest())).toBe(401);
    expect(await receiver.listStored()).toEqual(before);
  });

  test('accepts a delivery signed four minutes ago', async () => {
    expect(await post(receiver.url, { headers: sign(secret, body, minutesAgo(4)), body })).toBe(204);
  });

  test('rejects a body larger than any event', async () => {
    const long = 'x'.repeat(100_001);
    expect(await post(receiver.url, { headers: sign(secret, long), body: long })).toBe(413);
  });

  test('stores nothing outside its folder', async () => {
    const id = '../outside';
    const status = await post(receiver.url, { headers: sign(secret, body, new Date(), id), body });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await readdir(join(receiver.inbox, '..'))).toEqual(['inbox']);
  });

  test('accepts nothing without a secret', async () => {
    const unprotected = await startExample(example, 'whsec_').catch(() => null);
    if (unprotected === null) return; // refusing to start is fine
    try {
      // HMAC treats a key of zeros like an empty key.
      const emptyKey = new Webhook(Buffer.alloc(1), { format: 'raw' });
      const now = new Date();
      const headers = {
        ...sign(secret, body, now, 'evt_1'),
        'webhook-signature': emptyKey.sign('evt_1', now, body),
      };
      expect(await post(unprotected.url, { headers, body })).toBe(500);
    } finally {
      await unprotected.stop();
    }
  });
});

test.each(EXAMPLES)('the documentation links to $file', async ({ file }) => {
  expect(await readFile(join(DOCS, 'receiving-webhooks.md'), 'utf8')).toContain(`(examples/${file})`);
});

/** Explains how to install the language if it is missing. */
function findMissing({ program, debianPackage }: Example): string | null {
  const { error, status } = spawnSync(program, ['--version']);
  if (error === undefined && status === 0) return null;
  return `${program} is not installed: apt-get install -y ${debianPackage}`;
}

interface RunningExample {
  readonly url: string;
  readonly inbox: string;
  listStored(): Promise<string[]>;
  readStored(eventId: string): Promise<string>;
  stop(): Promise<void>;
}

async function startExample(example: Example, secret: string): Promise<RunningExample> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-example-'));
  const inbox = join(folder, 'inbox');
  await mkdir(inbox);
  const port = await findFreePort();
  const child = spawn(example.program, example.argumentsFor(join(DOCS, 'examples', example.file), port), {
    env: { PATH: process.env.PATH, WEBHOOK_SECRET: secret, INBOX: inbox, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const stop = async (): Promise<void> => {
    await end(child);
    await rm(folder, { recursive: true });
  };
  const url = `http://127.0.0.1:${port}`;
  if (!(await isResponding(url, child))) {
    await stop();
    throw new Error(`${example.file} did not start:\n${output}`);
  }
  return {
    url,
    inbox,
    listStored: async () => (await readdir(inbox)).toSorted(),
    readStored: (eventId) => readFile(join(inbox, `${eventId}.json`), 'utf8'),
    stop,
  };
}

/** Below the range that Linux uses for outgoing connections. */
async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const isFree = Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]);
    server.listen(port, '127.0.0.1');
    if (!(await isFree)) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** False if the example has exited or does not respond in time. */
async function isResponding(url: string, child: ChildProcess): Promise<boolean> {
  for (let tries = 0; tries < 200 && child.exitCode === null; tries++) {
    const status = await post(url, { headers: {}, body: '' }).catch(() => null);
    if (status !== null) return true;
    await sleep(50);
  }
  return false;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function post(
  url: string,
  { headers, body }: { readonly headers: Record<string, string>; readonly body: string },
): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

function sign(
  secret: string,
  body: string,
  at = new Date(),
  id = showId('evt', makeId()),
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds(at),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

const seconds = (at: Date): string => String(Math.floor(at.getTime() / 1000));

const inVersion = (version: string, headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  'webhook-signature': String(headers['webhook-signature']).replace('v1', version),
});
