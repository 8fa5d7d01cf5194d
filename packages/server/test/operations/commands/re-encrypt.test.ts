// Replacing SECRET_KEY: every value says which key it needs, and nothing is lost on the way.

import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKey, type NewKey } from '../../../src/accounts/keys/create-key.ts';
import { makeKeySeal } from '../../../src/accounts/keys/seal-key.ts';
import { makeAuthSecrets } from '../../../src/auth/cookies/auth-secrets.ts';
import { makeRenewCookies } from '../../../src/auth/cookies/renew-cookies.ts';
import { makeSsoSeal } from '../../../src/auth/sso/sso-checks.ts';
import { makeWebhookSeal } from '../../../src/notifications/webhooks/seal.ts';
import { countOldSecrets, reEncryptSecrets } from '../../../src/operations/commands/re-encrypt.ts';
import { makeId } from '../../../src/platform/base/ids.ts';
import { makeSecretKeys } from '../../../src/platform/base/secret-keys.ts';
import { asOperator } from '../../../src/platform/db/account-scope.ts';
import type { Installation } from '../../../src/platform/db/installation.ts';

const OLD = 'the old key, which is long enough for tests';
const NEW = 'the new key, which is long enough for tests';
const CONTENT = { url: 'https://hooks.example.org/1', secret: 'whsec_c2VjcmV0' };

let db: Installation;
let accountId: string;
beforeEach(async () => {
  db = openOwner(await cloneDatabase());
  accountId = (await makeAccount(db)).accountId;
});
afterEach(() => db.destroy());

async function addWebhook(seal: (endpointId: string) => Buffer): Promise<string> {
  const id = makeId();
  await db
    .insertInto('webhook_endpoints')
    .values({
      ...{ account_id: accountId, id, description: '', format: 'standard' },
      ...{ events: ['lead.scored'], min_grade: 'Spam', sealed: seal(id) },
    })
    .execute();
  return id;
}

const addIntakeKey = (secretKey: string): Promise<NewKey> =>
  createKey(db, asOperator(accountId), 'live', 'Form', 'intake', makeKeySeal(makeSecretKeys(secretKey)));

async function readIntakeKey(keyId: string, secretKey: string): Promise<string | null> {
  const { sealed } = await db
    .selectFrom('api_keys')
    .select('sealed')
    .where('id', '=', keyId)
    .executeTakeFirstOrThrow();
  return sealed === null ? null : makeKeySeal(makeSecretKeys(secretKey)).open(keyId, sealed);
}

const readWebhook = async (id: string, ...keys: [string, ...string[]]): Promise<unknown> => {
  const [current, ...others] = keys;
  const { sealed } = await db
    .selectFrom('webhook_endpoints')
    .select('sealed')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return makeWebhookSeal(makeSecretKeys(current, others)).open(id, sealed);
};

async function addTwoFactor(secretKey: string): Promise<string> {
  const [{ version, value }] = makeAuthSecrets(makeSecretKeys(secretKey));
  const key = { keys: new Map([[version, value]]), currentVersion: version };
  const [id, userId] = [makeId(), makeId()];
  await db
    .insertInto('users')
    .values({
      id: userId,
      name: 'Ana',
      email: `${userId}@example.org`,
      email_verified: true,
      two_factor_enabled: true,
    })
    .execute();
  await db
    .insertInto('two_factors')
    .values({
      id,
      user_id: userId,
      secret: await symmetricEncrypt({ key, data: `secret of ${id}` }),
      backup_codes: await symmetricEncrypt({ key, data: `codes of ${id}` }),
    })
    .execute();
  return id;
}

async function addSession(secretKey: string): Promise<string> {
  const [id, userId] = [makeId(), makeId()];
  const user = { id: userId, name: 'Ana', email: `${userId}@example.org`, email_verified: true };
  await db
    .insertInto('users')
    .values({ ...user, two_factor_enabled: false })
    .execute();
  const sso_token = makeSsoSeal(makeSecretKeys(secretKey)).close(id, `token of ${id}`);
  await db
    .insertInto('sessions')
    .values({ id, user_id: userId, token: id, expires_at: new Date(Date.now() + 60_000), sso_token })
    .execute();
  return id;
}

async function readSession(id: string, secretKey: string): Promise<string | null> {
  const { sso_token } = await db
    .selectFrom('sessions')
    .select('sso_token')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return sso_token === null ? null : makeSsoSeal(makeSecretKeys(secretKey)).open(id, sso_token);
}

/** The way better-auth decrypts it. */
async function readTwoFactor(id: string, ...keys: [string, ...string[]]): Promise<string[]> {
  const [current, ...others] = keys;
  const secrets = makeAuthSecrets(makeSecretKeys(current, others));
  const key = {
    keys: new Map(secrets.map(({ version, value }) => [version, value])),
    currentVersion: secrets[0].version,
  };
  const row = await db
    .selectFrom('two_factors')
    .select(['secret', 'backup_codes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return Promise.all([row.secret, row.backup_codes].map((data) => symmetricDecrypt({ key, data })));
}

test('webhooks, two-factor secrets, intake keys and sessions of any age need only the new key afterwards', async () => {
  const keys = makeSecretKeys(NEW, [OLD]);
  const webhooks = [
    await addWebhook((id) => makeWebhookSeal(makeSecretKeys(OLD)).close(id, CONTENT)),
    await addWebhook((id) => makeWebhookSeal(makeSecretKeys(OLD)).close(id, CONTENT)),
    await addWebhook((id) => makeWebhookSeal(makeSecretKeys(NEW)).close(id, CONTENT)),
  ];
  const twoFactors = [await addTwoFactor(OLD), await addTwoFactor(OLD), await addTwoFactor(NEW)];
  const intakeKeys = [await addIntakeKey(OLD), await addIntakeKey(OLD), await addIntakeKey(NEW)];
  const sessions = [await addSession(OLD), await addSession(OLD), await addSession(NEW)];
  const unreadable = await addSession('a key that nobody has any more, of some length');
  expect(await countOldSecrets(db, keys)).toEqual({
    webhooks: 2,
    crms: 0,
    twoFactors: 2,
    intakeKeys: 2,
    sessions: 3,
  });
  expect(await reEncryptSecrets(db, keys)).toEqual({
    reEncrypted: 9,
    remaining: { webhooks: 0, crms: 0, twoFactors: 0, intakeKeys: 0, sessions: 0 },
  });
  expect(await reEncryptSecrets(db, keys)).toMatchObject({ reEncrypted: 0 });
  for (const id of webhooks) expect(await readWebhook(id, NEW)).toEqual(CONTENT);
  for (const { keyId, key } of intakeKeys) expect(await readIntakeKey(keyId, NEW)).toBe(key);
  for (const id of sessions) expect(await readSession(id, NEW)).toBe(`token of ${id}`);
  expect(await readSession(unreadable, NEW)).toBeNull();
  for (const id of twoFactors)
    expect(await readTwoFactor(id, NEW)).toEqual([`secret of ${id}`, `codes of ${id}`]);
});

test('more rows than one step are all re-encrypted, and stopping halfway loses nothing', async () => {
  const keys = makeSecretKeys(NEW, [OLD]);
  const ids: string[] = [];
  for (let count = 0; count < 250; count++) {
    ids.push(await addWebhook((id) => makeWebhookSeal(makeSecretKeys(OLD)).close(id, CONTENT)));
  }
  const stopped = new Error('stopped');
  const halfway = reEncryptSecrets(db, keys, () => {
    throw stopped;
  });
  await expect(halfway).rejects.toBe(stopped);
  expect(await countOldSecrets(db, keys)).toEqual({
    webhooks: 150,
    crms: 0,
    twoFactors: 0,
    intakeKeys: 0,
    sessions: 0,
  });
  for (const id of ids.slice(0, 120)) expect(await readWebhook(id, NEW, OLD)).toEqual(CONTENT);
  const progress: number[] = [];
  await reEncryptSecrets(db, keys, (count) => progress.push(count));
  expect(progress).toEqual([100, 150]);
  for (const id of ids) expect(await readWebhook(id, NEW)).toEqual(CONTENT);
});

test('values that none of the keys decrypts are left as they are and counted', async () => {
  const id = await addWebhook((endpointId) =>
    makeWebhookSeal(makeSecretKeys(OLD)).close(endpointId, CONTENT),
  );
  await addTwoFactor(OLD);
  await addIntakeKey(OLD);
  expect(await reEncryptSecrets(db, makeSecretKeys(NEW))).toEqual({
    reEncrypted: 0,
    remaining: { webhooks: 1, crms: 0, twoFactors: 1, intakeKeys: 1, sessions: 0 },
  });
  expect(await readWebhook(id, OLD)).toEqual(CONTENT);
});

test('cookies are only signed again if an earlier key signed them', () => {
  const [newest, old] = makeAuthSecrets(makeSecretKeys(NEW, [OLD]));
  const sign = makeRenewCookies([old as typeof newest, newest], 'leadline');
  const renew = makeRenewCookies([newest, old as typeof newest], 'leadline');
  const forged = 'leadline.session_token=token.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D';
  for (const cookie of [
    forged,
    'leadline.session_token=token',
    'leadline.session_token=%E0%A4%A',
    'other=a.b',
    '',
  ]) {
    expect(renew(cookie)).toBe(cookie);
    expect(sign(cookie)).toBe(cookie);
  }
});
