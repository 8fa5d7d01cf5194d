// Changes SECRET_KEY step by step, as docs/operations.md describes, while leads are delivered and people sign in.

import { setTimeout as sleep } from 'node:timers/promises';
import { addFirstUser } from '@leadline/testkit/auth/first-user';
import { PASSWORD, Person } from '@leadline/testkit/auth/person';
import { computeTotp } from '@leadline/testkit/auth/totp';
import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { startTestApi, startTestWorker } from '@leadline/testkit/service/start-in-process';
import { Receiver } from '@leadline/testkit/webhooks/receiver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWebhookSeal } from '../../../src/notifications/webhooks/seal.ts';
import { countOldSecrets, reEncryptSecrets } from '../../../src/operations/commands/re-encrypt.ts';
import { makeId } from '../../../src/platform/base/ids.ts';
import { makeSecretKeys } from '../../../src/platform/base/secret-keys.ts';
import type { Installation } from '../../../src/platform/db/installation.ts';
import type { RunningApi } from '../../../src/processes/api.ts';
import type { RunningWorker } from '../../../src/processes/worker-process.ts';

const OLD = 'the old key, which is long enough for tests';
const NEW = 'the new key, which is long enough for tests';
const IDLE_WEBHOOKS = 400;

let databaseUrl: string;
let db: Installation;
let api: RunningApi;
let worker: RunningWorker;
let receiver: Receiver;
beforeAll(async () => {
  databaseUrl = await cloneDatabase();
  db = openOwner(databaseUrl);
  receiver = await Receiver.start();
});
afterAll(async () => {
  await receiver.close();
  await worker.stop();
  await api.stop();
  await db.destroy();
});

/** Replaces API and worker by ones with these keys. For a while, both old and new processes run. */
async function restartWith(secretKey: string, otherSecretKeys: readonly string[]): Promise<void> {
  const before = [api, worker] as const;
  const changes = { secretKey, otherSecretKeys };
  worker = await startTestWorker(databaseUrl, changes);
  api = await startTestApi(databaseUrl, { ...changes, mail: 'print' });
  await sleep(500);
  for (const process of before) await process?.stop();
}

interface WithTotp {
  readonly email: string;
  readonly totpUri: string;
  readonly backupCode: string;
}

const person = (email: string): Person => new Person(() => api.url, email);

async function addWithTotp(email: string): Promise<WithTotp> {
  await db.deleteFrom('sign_in_attempts').execute(); // they all come from one network
  const added = person(email);
  await added.signUp();
  const { body } = await added.call('/api/auth/two-factor/enable', { password: PASSWORD });
  const { status } = await added.call('/api/auth/two-factor/verify-totp', {
    code: computeTotp(body.totpURI),
  });
  expect(status).toBe(200);
  return { email, totpUri: body.totpURI, backupCode: body.backupCodes[0] };
}

/** Returns the person, signed in. The next 30 seconds' code is already valid and hasn't been used. */
async function signInWithTotp({ email, totpUri }: WithTotp): Promise<Person> {
  const signingIn = person(email);
  expect((await signingIn.signIn()).body.twoFactorRedirect).toBe(true);
  const code = computeTotp(totpUri, Date.now() + 30_000);
  const { status, text } = await signingIn.call('/api/auth/two-factor/verify-totp', { code });
  expect(status, text).toBe(200);
  return signingIn;
}

const emailOf = async (signedIn: Person): Promise<string | null> =>
  (await signedIn.call('/api/session')).body.data.user?.email ?? null;

/** Repeats the work until `stop`, which rejects if the work ever failed. */
function repeat(pauseMs: number, work: () => Promise<void>): { stop(): Promise<number> } {
  let isStopping = false;
  let rounds = 0;
  const running = (async () => {
    while (!isStopping) {
      await work();
      rounds++;
      await sleep(pauseMs);
    }
  })();
  running.catch(() => {}); // reported by `stop`
  return {
    stop: async () => {
      isStopping = true;
      await running;
      return rounds;
    },
  };
}

test('deliveries, sessions and two-factor sign-ins go on while the key is changed', async () => {
  await addFirstUser(db);
  await restartWith(OLD, []);
  const { liveKey } = await makeAccount(db);
  const own = (path: string, body?: unknown, method = 'POST') =>
    call(api.url, path, body, { key: liveKey, method });
  const { body: added } = await own('/api/webhooks', { url: `${receiver.url}/hook` });
  receiver.trust(added.data.secret);
  const { body: changing } = await own('/api/webhooks', {
    url: `${receiver.url}/other`,
    events: ['import.finished'],
  });
  await addIdleWebhooks();
  const people: WithTotp[] = [];
  for (let number = 0; number < 6; number++) people.push(await addWithTotp(`totp${number}@example.org`));
  const [beforeSwitch, afterSwitch, duringRun, withCode, atTheEnd, signedInLater] = people as [
    ...[WithTotp, WithTotp, WithTotp, WithTotp, WithTotp, WithTotp],
  ];
  const early = person('early@example.org');
  await early.createAccount();

  let sent = 0;
  const leads = repeat(10, async () => {
    const { status, text } = await own('/api/score.php', makeLead());
    expect(status, text).toBe(200);
    sent++;
  });
  const changes = repeat(50, async () => {
    const path = `/api/webhooks/${changing.data.webhook_id}`;
    const { status, text, body } = await own(path, { url: `${receiver.url}/other${sent}` }, 'PATCH');
    expect(status, text).toBe(200);
    expect(body.data.url).toMatch(/other/);
  });
  const session = repeat(50, async () => expect(await emailOf(early)).toBe(early.email));

  await restartWith(OLD, [NEW]);
  await signInWithTotp(beforeSwitch);
  await restartWith(NEW, [OLD]);
  await signInWithTotp(afterSwitch);
  const later = await signInWithTotp(signedInLater);
  const keys = makeSecretKeys(NEW, [OLD]);
  expect(await countOldSecrets(db, keys)).toMatchObject({ webhooks: expect.any(Number), twoFactors: 6 });
  const [{ reEncrypted, remaining }] = await Promise.all([
    reEncryptSecrets(db, keys),
    signInWithTotp(duringRun),
  ]);
  expect(reEncrypted).toBeGreaterThanOrEqual(IDLE_WEBHOOKS + 6);
  expect(remaining).toEqual({ webhooks: 0, crms: 0, twoFactors: 0, intakeKeys: 0, sessions: 0 });
  // Until the old key is removed, nobody has to sign in again.
  expect(await session.stop()).toBeGreaterThan(5);

  await restartWith(NEW, []);
  await signInWithTotp(atTheEnd);
  const byCode = person(withCode.email);
  await byCode.signIn();
  const { status } = await byCode.call('/api/auth/two-factor/verify-backup-code', {
    code: withCode.backupCode,
  });
  expect(status).toBe(200);
  expect(await emailOf(later)).toBe(signedInLater.email);
  // People without a new cookie since the switch sign in again.
  expect(await emailOf(early)).toBeNull();
  expect((await early.signIn()).status).toBe(200);

  expect(await changes.stop()).toBeGreaterThan(5);
  await leads.stop();
  await receiver.until(() => receiver.acceptedIds.size === sent, `all ${sent} leads are delivered`);
  expect(receiver.unverified).toEqual([]);
  expect((await own('/api/webhooks', undefined, 'GET')).status).toBe(200);
}, 120_000);

async function addIdleWebhooks(): Promise<void> {
  const { accountId } = await makeAccount(db);
  const seal = makeWebhookSeal(makeSecretKeys(OLD));
  const content = { url: 'https://hooks.example.org/1', secret: 'whsec_c2VjcmV0' };
  const rows = Array.from({ length: IDLE_WEBHOOKS }, () => {
    const id = makeId();
    return { account_id: accountId, id, sealed: seal.close(id, content) };
  });
  await db
    .insertInto('webhook_endpoints')
    .values(
      rows.map((row) => ({
        ...row,
        ...{ description: '', format: 'standard', events: ['lead.scored'], min_grade: 'Spam' },
      })),
    )
    .execute();
}
