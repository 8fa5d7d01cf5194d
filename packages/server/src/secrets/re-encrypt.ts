// Encrypts everything that was encrypted with an earlier SECRET_KEY with the current one. Works in small steps, while API
// and worker run: each value is only replaced if it hasn't changed since it was read. What is done is visible in the
// values themselves, so it can be stopped and started at any time.

import { sql } from 'kysely';
import { makeAuthSecrets } from '../auth/auth-secrets.ts';
import { encryptedWith, reEncrypt } from '../auth/two-factor-secrets.ts';
import { DomainError } from '../base/domain-error.ts';
import { fromUuid } from '../base/ids.ts';
import { KEY_ID_BYTES, type SecretKeys } from '../base/secret-keys.ts';
import type { Installation } from '../db/installation.ts';
import { makeKeySeal } from '../keys/seal-key.ts';
import { makeSeal, type Seal } from '../webhooks/seal.ts';

/** How many values are encrypted with a key other than the current one. */
export interface OldSecrets {
  readonly webhooks: number;
  readonly twoFactors: number;
  readonly intakeKeys: number;
}

export interface ReEncrypted {
  readonly reEncrypted: number;
  /** Values that none of the keys decrypts, or that were changed by a process with an earlier key. */
  readonly remaining: OldSecrets;
}

const STEP_ROWS = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export async function countOldSecrets(db: Installation, secretKeys: SecretKeys): Promise<OldSecrets> {
  const [current] = makeAuthSecrets(secretKeys);
  const { rows } = await sql<OldSecrets>`
    select (select count(*) from leadline.webhook_endpoints where ${isOldSeal(secretKeys)}) as webhooks,
      (select count(*) from leadline.two_factors
       where secret not like ${encryptedWith(current)} or backup_codes not like ${encryptedWith(current)})
      as "twoFactors",
      (select count(*) from leadline.api_keys where ${isOldSeal(secretKeys)}) as "intakeKeys"`.execute(db);
  return rows[0] as OldSecrets;
}

/** Calls `onProgress` with the number of values re-encrypted so far, after each step. */
export async function reEncryptSecrets(
  db: Installation,
  secretKeys: SecretKeys,
  onProgress: (reEncrypted: number) => void = () => {},
): Promise<ReEncrypted> {
  let reEncrypted = 0;
  const count = (values: number): void => {
    reEncrypted += values;
    onProgress(reEncrypted);
  };
  await reEncryptWebhooks(db, secretKeys, count);
  await reEncryptTwoFactors(db, secretKeys, count);
  await reEncryptKeys(db, secretKeys, count);
  return { reEncrypted, remaining: await countOldSecrets(db, secretKeys) };
}

const isOldSeal = ([current]: SecretKeys) =>
  sql<boolean>`substring(sealed from 1 for ${KEY_ID_BYTES}) <> ${current.id}`;

async function reEncryptWebhooks(
  db: Installation,
  secretKeys: SecretKeys,
  onStep: (values: number) => void,
): Promise<void> {
  const seal = makeSeal(secretKeys);
  let after = { account_id: FIRST_ID, id: FIRST_ID };
  for (;;) {
    const rows = await db
      .selectFrom('webhook_endpoints')
      .select(['account_id', 'id', 'sealed'])
      .where(isOldSeal(secretKeys))
      .where((e) => e(e.refTuple('account_id', 'id'), '>', e.tuple(after.account_id, after.id)))
      .orderBy('account_id')
      .orderBy('id')
      .limit(STEP_ROWS)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
    let values = 0;
    for (const { account_id, id, sealed } of rows) {
      const renewed = resealed(seal, fromUuid(id), sealed);
      if (renewed === null) continue;
      const { numUpdatedRows } = await db
        .updateTable('webhook_endpoints')
        .set({ sealed: renewed })
        .where('account_id', '=', account_id)
        .where('id', '=', id)
        .where('sealed', '=', sealed)
        .executeTakeFirst();
      values += Number(numUpdatedRows);
    }
    onStep(values);
  }
}

function resealed(seal: Seal, endpointId: string, sealed: Buffer): Buffer | null {
  try {
    return seal.close(endpointId, seal.open(endpointId, sealed));
  } catch (error) {
    if (error instanceof DomainError) return null; // none of the keys fits
    throw error;
  }
}

async function reEncryptKeys(
  db: Installation,
  secretKeys: SecretKeys,
  onStep: (values: number) => void,
): Promise<void> {
  const seal = makeKeySeal(secretKeys);
  let after = FIRST_ID;
  for (;;) {
    const rows = await db
      .selectFrom('api_keys')
      .select(['id', 'sealed'])
      .where(isOldSeal(secretKeys))
      .where('id', '>', after)
      .orderBy('id')
      .limit(STEP_ROWS)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    let values = 0;
    for (const { id, sealed } of rows) {
      const key = sealed === null ? null : seal.open(fromUuid(id), sealed);
      if (key === null) continue; // none of the keys fits
      const { numUpdatedRows } = await db
        .updateTable('api_keys')
        .set({ sealed: seal.close(fromUuid(id), key) })
        .where('id', '=', id)
        .where('sealed', '=', sealed)
        .executeTakeFirst();
      values += Number(numUpdatedRows);
    }
    onStep(values);
  }
}

async function reEncryptTwoFactors(
  db: Installation,
  secretKeys: SecretKeys,
  onStep: (values: number) => void,
): Promise<void> {
  const secrets = makeAuthSecrets(secretKeys);
  const current = encryptedWith(secrets[0]);
  let after = FIRST_ID;
  for (;;) {
    const rows = await db
      .selectFrom('two_factors')
      .select(['id', 'secret', 'backup_codes'])
      .where((e) => e.or([e('secret', 'not like', current), e('backup_codes', 'not like', current)]))
      .where('id', '>', after)
      .orderBy('id')
      .limit(STEP_ROWS)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    let values = 0;
    for (const { id, secret, backup_codes } of rows) {
      const renewed = {
        secret: await reEncrypt(secret, secrets),
        backup_codes: await reEncrypt(backup_codes, secrets),
      };
      if (renewed.secret === null || renewed.backup_codes === null) continue;
      const { numUpdatedRows } = await db
        .updateTable('two_factors')
        .set({ secret: renewed.secret, backup_codes: renewed.backup_codes })
        .where('id', '=', id)
        .where('secret', '=', secret)
        .where('backup_codes', '=', backup_codes)
        .executeTakeFirst();
      values += Number(numUpdatedRows);
    }
    onStep(values);
  }
}
