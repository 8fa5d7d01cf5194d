// Connections to the database are cut in the middle of requests. Whatever a route was doing, the answer is that of a database
// that is unreachable, never that of a defect.

import { AUTH_PATHS, PATHS } from '@leadline/contract/paths';
import { addFirstUser } from '@leadline/testkit/auth/first-user';
import { Person } from '@leadline/testkit/auth/person';
import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { waitForStatus } from '@leadline/testkit/drills/wait-for-status';
import { cutConnections } from '@leadline/testkit/faults/cut-connections';
import { validValue } from '@leadline/testkit/fuzz/generate-values';
import type { JsonSchema } from '@leadline/testkit/fuzz/openapi';
import { describeFailures, runFuzz } from '@leadline/testkit/fuzz/run-fuzz';
import { type ApiResponse, call } from '@leadline/testkit/http/call';
import { retryAfter } from '@leadline/testkit/http/expect-error';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { type LeadlineProcess, spawnApi } from '@leadline/testkit/service/spawn-leadline';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type IdKind, makeId, showId } from '../../src/platform/base/ids.ts';
import type { Installation } from '../../src/platform/db/installation.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { buildTestApp } from '../support/app.ts';
import { listRouteOptions } from '../support/list-route-options.ts';

const CUT_EVERY_MS = 15;
const CONCURRENCY = 8;

let databaseUrl: string;
let owner: Installation;
let api: LeadlineProcess;
beforeAll(async () => {
  databaseUrl = await cloneDatabase();
  owner = openOwner(databaseUrl);
  await addFirstUser(owner);
  api = await spawnApi(databaseUrl, 0, 'error');
});
afterAll(async () => {
  await api.kill('SIGKILL');
  await owner.destroy();
});

const untilReady = async (): Promise<void> => expect(await waitForStatus(api.url, 200, 20_000)).toBe(true);

/** Sends this often while connections are cut. */
async function sendWhileCutting(times: number, send: () => Promise<ApiResponse>): Promise<ApiResponse[]> {
  await untilReady();
  const cutting = cutConnections(owner, CUT_EVERY_MS);
  const answers: ApiResponse[] = [];
  try {
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        while (answers.length < times) answers.push(await send());
      }),
    );
  } finally {
    await cutting.stop();
  }
  return answers;
}

const expectOnly = (answers: readonly ApiResponse[], statuses: readonly number[]): void => {
  const others = answers.filter(({ status }) => !statuses.includes(status));
  expect(others.map(({ status, text }) => `${status} ${text}`)).toEqual([]);
  for (const answer of answers) if (answer.status === 503) expect(retryAfter(answer)).toBeGreaterThan(0);
};

test('no documented route answers 500 when its connection is cut', { timeout: 300_000 }, async () => {
  const { liveKey, testKey } = await makeAccount(owner);
  const keys = { live: liveKey, test: testKey };
  const cutting = cutConnections(owner, CUT_EVERY_MS);
  const report = await runFuzz({ url: api.url, keys, seed: 30, count: 600, concurrency: CONCURRENCY });
  expect(await cutting.stop()).toBeGreaterThan(100);
  const shown = report.failures.filter(({ fault }) => !fault.includes(': 503 '));
  expect(
    report.statuses.get('500') ?? 0,
    `${describeFailures({ ...report, failures: shown })}\n${api.output().slice(0, 5_000)}`,
  ).toBe(0);
  expect(report.statuses.get('503') ?? 0).toBeGreaterThan(10);
  expect(report.statuses.get('200') ?? 0).toBeGreaterThan(10);
});

test('leads are stored or answered 503 with Retry-After', { timeout: 120_000 }, async () => {
  const { liveKey: key } = await makeAccount(owner);
  const answers = await sendWhileCutting(100, () =>
    call(api.url, '/api/batch', { leads: [makeLead({ email: newEmail() })] }, { key }),
  );
  expectOnly(answers, [200, 503]);
});

test('a lost connection doesn’t sign people out: they get 503 with Retry-After', {
  timeout: 120_000,
}, async () => {
  await untilReady();
  const person = new Person(() => api.url, newEmail());
  await person.createAccount();
  const wrongPassword = { email: person.email, password: 'wrong horse battery' };
  for (const [path, body, others] of [
    ['/api/session', undefined, []],
    ['/api/leads', undefined, []],
    ['/api/auth/list-sessions', undefined, []],
    ['/api/auth/sign-in/email', wrongPassword, [401, 429]],
  ] as const) {
    const answers = await sendWhileCutting(100, () =>
      new Person(() => api.url, person.email, person.cookies).call(path, body),
    );
    expectOnly(answers, [200, 503, ...others]);
  }
});

/** Streams don't end, and a session that is closed leaves nothing to test. */
const SKIPPED: readonly string[] = [PATHS.live, AUTH_PATHS.signOut];
const TRIES = 6;
/** What stands for an ID or a token in a path, by what comes before it. */
const PARAMETERS: readonly (readonly [start: string, kind: IdKind])[] = [
  ['/api/webhooks/', 'hook'],
  ['/api/imports/', 'imp'],
  ['/api/keys/', 'key'],
  ['/api/views/', 'view'],
  ['/api/members/', 'user'],
  ['/api/invitations/', 'inv'],
  ['/api/model/drifts/', 'drift'],
];

/** Enough for each of them to ask the database. */
const AUTH_BODY: JsonSchema = {
  type: 'object',
  properties: {
    email: { const: 'ana@example.org' },
    name: { const: 'Ana' },
    password: { const: 'correct horse battery' },
    newPassword: { const: 'correct horse stable' },
    currentPassword: { const: 'wrong horse battery' },
    token: { type: 'string' },
    code: { const: '123456' },
    role: { const: 'rep' },
    organizationId: { type: 'string' },
    invitationId: { type: 'string' },
    callbackURL: { const: '/' },
  },
  required: ['email', 'name', 'password', 'newPassword', 'currentPassword', 'token', 'code', 'role'],
};

function fill(path: string): string {
  const kind = PARAMETERS.find(([start]) => path.startsWith(start))?.[1] ?? 'lead';
  return path.replace('*', 'index.html').replaceAll(/:\w+/g, showId(kind, makeId()));
}

test('no other route answers 500 either, whether signed in or with a key', { timeout: 600_000 }, async () => {
  await untilReady();
  const { liveKey: key } = await makeAccount(owner);
  const person = new Person(() => api.url, newEmail());
  await person.createAccount();
  const open = () => openPool(databaseUrl, { size: 1, role: 'leadline_api' });
  const routes = await listRouteOptions(async () => (await buildTestApp(open(), open())).close());
  const listed = routes.flatMap(({ method, url, schema }) =>
    [method].flat().map((one) => ({ method: one, path: url, body: schema?.body as JsonSchema | undefined })),
  );
  const known = listed.filter(
    ({ method, path }) =>
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && !path.startsWith('/api/auth/'),
  );
  const auth = Object.values(AUTH_PATHS).flatMap((path) =>
    ['GET', 'POST'].map((method) => ({ method, path: path as string, body: AUTH_BODY })),
  );
  const requests = [...known, ...auth].filter(({ path }) => !SKIPPED.includes(path));
  expect(requests.length).toBeGreaterThan(120);

  const defects = new Set<string>();
  const statuses = new Map<number, number>();
  const cutting = cutConnections(owner, CUT_EVERY_MS);
  const send = async ({ method, path, body }: (typeof requests)[number], round: number): Promise<void> => {
    const content =
      method === 'GET' || body === undefined
        ? undefined
        : fc.sample(validValue(body), { numRuns: 1, seed: round })[0];
    const signedIn = new Person(() => api.url, person.email, person.cookies);
    const answer =
      round % 2 === 0
        ? await signedIn.call(fill(path), content, { method })
        : await call(api.url, fill(path), content, { method, key });
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status === 500 || (answer.status === 503 && answer.headers.get('retry-after') === null))
      defects.add(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
  };
  const queue = requests.flatMap((request) =>
    Array.from({ length: TRIES }, (_, round) => () => send(request, round)),
  );
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await next();
    }),
  );
  expect(await cutting.stop()).toBeGreaterThan(100);
  const failed = api
    .output()
    .split('\n')
    .filter((line) => line.includes('request failed'))
    .join('\n');
  expect([...defects], failed.slice(0, 5_000)).toEqual([]);
  for (const status of [200, 404, 503]) expect(statuses.get(status) ?? 0).toBeGreaterThan(4);
});
