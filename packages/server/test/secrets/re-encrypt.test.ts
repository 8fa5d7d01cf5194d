// Replacing SECRET_KEY: every value says which key it needs, and nothing is lost on the way.

import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeAuthSecrets } from '../../src/auth/auth-secrets.ts';
import { makeRenewCookies } from '../../src/auth/renew-cookies.ts';
import { versionTwoFactors } from '../../src/auth/version-two-factors.ts';
import { makeId } from '../../src/base/ids.ts';
import { makeSecretKeys } from '../../src/base/secret-keys.ts';
import { asOperator } from '../../src/db/account-scope.ts';
import type { Installation } from '../../src/db/installation.ts';
import { createKey, type NewKey } from '../../src/keys/create-key.ts';
import { makeKeySeal } from '../../src/keys/seal-key.ts';
import { countOldSecrets, reEncryptSecrets } from '../../src/secrets/re-encrypt.ts';
import { makeSeal } from '../../src/webhooks/seal.ts';

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
  return makeSeal(makeSecretKeys(current, others)).open(id, sealed);
};

/** As versions before this one stored it: without the key's ID. */
function sealWithoutId(endpointId: string, secretKey: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'leadline webhook endpoints', 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(endpointId, 'hex'));
  const text = Buffer.concat([cipher.update(JSON.stringify(CONTENT)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

async function addTwoFactor(secretKey: string, isVersioned: boolean): Promise<string> {
  const [{ version, value }] = makeAuthSecrets(makeSecretKeys(secretKey));
  const key = isVersioned ? { keys: new Map([[version, value]]), currentVersion: version } : value;
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

test('webhooks, two-factor secrets and intake keys of any age need only the new key afterwards', async () => {
  const keys = makeSecretKeys(NEW, [OLD]);
  const webhooks = [
    await addWebhook((id) => sealWithoutId(id, OLD)),
    await addWebhook((id) => makeSeal(makeSecretKeys(OLD)).close(id, CONTENT)),
    await addWebhook((id) => makeSeal(makeSecretKeys(NEW)).close(id, CONTENT)),
  ];
  const twoFactors = [
    await addTwoFactor(OLD, false),
    await addTwoFactor(OLD, true),
    await addTwoFactor(NEW, true),
  ];
  const intakeKeys = [await addIntakeKey(OLD), await addIntakeKey(OLD), await addIntakeKey(NEW)];
  expect(await countOldSecrets(db, keys)).toEqual({ webhooks: 2, twoFactors: 2, intakeKeys: 2 });
  expect(await reEncryptSecrets(db, keys)).toEqual({
    reEncrypted: 6,
    remaining: { webhooks: 0, twoFactors: 0, intakeKeys: 0 },
  });
  expect(await reEncryptSecrets(db, keys)).toMatchObject({ reEncrypted: 0 });
  for (const id of webhooks) expect(await readWebhook(id, NEW)).toEqual(CONTENT);
  for (const { keyId, key } of intakeKeys) expect(await readIntakeKey(keyId, NEW)).toBe(key);
  for (const id of twoFactors)
    expect(await readTwoFactor(id, NEW)).toEqual([`secret of ${id}`, `codes of ${id}`]);
});

test('more rows than one step are all re-encrypted, and stopping halfway loses nothing', async () => {
  const keys = makeSecretKeys(NEW, [OLD]);
  const ids: string[] = [];
  for (let count = 0; count < 250; count++) {
    ids.push(await addWebhook((id) => makeSeal(makeSecretKeys(OLD)).close(id, CONTENT)));
  }
  const stopped = new Error('stopped');
  const halfway = reEncryptSecrets(db, keys, () => {
    throw stopped;
  });
  await expect(halfway).rejects.toBe(stopped);
  expect(await countOldSecrets(db, keys)).toEqual({ webhooks: 150, twoFactors: 0, intakeKeys: 0 });
  for (const id of ids.slice(0, 120)) expect(await readWebhook(id, NEW, OLD)).toEqual(CONTENT);
  const progress: number[] = [];
  await reEncryptSecrets(db, keys, (count) => progress.push(count));
  expect(progress).toEqual([100, 150]);
  for (const id of ids) expect(await readWebhook(id, NEW)).toEqual(CONTENT);
});

test('values that none of the keys decrypts are left as they are and counted', async () => {
  const id = await addWebhook((endpointId) => makeSeal(makeSecretKeys(OLD)).close(endpointId, CONTENT));
  await addTwoFactor(OLD, true);
  await addIntakeKey(OLD);
  expect(await reEncryptSecrets(db, makeSecretKeys(NEW))).toEqual({
    reEncrypted: 0,
    remaining: { webhooks: 1, twoFactors: 1, intakeKeys: 1 },
  });
  expect(await readWebhook(id, OLD)).toEqual(CONTENT);
});

test.each([
  ['before the switch', OLD, NEW],
  ['after the switch', NEW, OLD],
])('two-factor secrets from earlier versions work %s to a new key', async (_when, current, other) => {
  const id = await addTwoFactor(OLD, false);
  await versionTwoFactors(db, makeAuthSecrets(makeSecretKeys(current, [other])));
  expect(await readTwoFactor(id, current, other)).toEqual([`secret of ${id}`, `codes of ${id}`]);
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
