// Encrypts everything that was encrypted with an earlier SECRET_KEY with the current one. Works in small steps, while API
// and worker run: each value is only replaced if it hasn't changed since it was read. What is done is visible in the
// values themselves, so it can be stopped and started at any time.

import { sql } from 'kysely';
import { makeKeySeal } from '../../accounts/keys/seal-key.ts';
import { makeAuthSecrets } from '../../auth/cookies/auth-secrets.ts';
import { makeSsoSeal } from '../../auth/sso/sso-checks.ts';
import { encryptedWith, reEncrypt } from '../../auth/two-factor/two-factor-secrets.ts';
import { makeCrmSeal } from '../../crm/vendors/seal.ts';
import { makeWebhookSeal } from '../../notifications/webhooks/seal.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import { fromUuid } from '../../platform/base/ids.ts';
import { KEY_ID_BYTES, type SecretKeys } from '../../platform/base/secret-keys.ts';
import type { Installation } from '../../platform/db/installation.ts';

/** How many values are encrypted with a key other than the current one. */
export interface OldSecrets {
  readonly webhooks: number;
  /** Connections to CRMs. */
  readonly crms: number;
  readonly twoFactors: number;
  readonly intakeKeys: number;
  /** Refresh tokens of single sign-on. */
  readonly sessions: number;
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
      (select count(*) from leadline.crm_connections where ${isOldSeal(secretKeys)}) as crms,
      (select count(*) from leadline.two_factors
       where secret not like ${encryptedWith(current)} or backup_codes not like ${encryptedWith(current)})
      as "twoFactors",
      (select count(*) from leadline.api_keys where ${isOldSeal(secretKeys)}) as "intakeKeys",
      (select count(*) from leadline.sessions
       where ${isOldSeal(secretKeys, 'sso_token')} and expires_at > now()) as sessions`.execute(db);
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
  for (const sealed of sealedColumns(secretKeys)) await reEncryptColumn(db, secretKeys, sealed, count);
  await reEncryptTwoFactors(db, secretKeys, count);
  return { reEncrypted, remaining: await countOldSecrets(db, secretKeys) };
}

const isOldSeal = ([current]: SecretKeys, column = 'sealed') =>
  sql<boolean>`substring(${sql.ref(column)} from 1 for ${KEY_ID_BYTES}) <> ${current.id}`;

interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** In the order of an index. The last one is the ID. */
  readonly key: readonly string[];
  /** Undefined if none of the keys fits. Null if the value isn't needed then. */
  readonly renew: (id: string, sealed: Buffer) => Buffer | null | undefined;
}

function sealedColumns(secretKeys: SecretKeys): readonly SealedColumn[] {
  const webhooks = makeWebhookSeal(secretKeys);
  const keys = makeKeySeal(secretKeys);
  const sso = makeSsoSeal(secretKeys);
  const crm = makeCrmSeal(secretKeys);
  return [
    {
      table: 'crm_connections',
      column: 'sealed',
      key: ['account_id', 'id'],
      renew: (id, sealed) => resealed(crm, id, sealed),
    },
    {
      table: 'webhook_endpoints',
      column: 'sealed',
      key: ['account_id', 'id'],
      renew: (id, sealed) => resealed(webhooks, id, sealed),
    },
    {
      table: 'api_keys',
      column: 'sealed',
      key: ['id'],
      renew: (id, sealed) => {
        const key = keys.open(id, sealed);
        return key === null ? undefined : keys.close(id, key);
      },
    },
    {
      table: 'sessions',
      column: 'sso_token',
      key: ['id'],
      renew: (id, sealed) => {
        const token = sso.open(id, sealed);
        return token === null ? null : sso.close(id, token); // the browser visits the provider instead
      },
    },
  ];
}

interface ContentSeal<Content> {
  open(id: string, sealed: Buffer): Content;
  close(id: string, content: Content): Buffer;
}

function resealed<Content>(
  seal: ContentSeal<Content>,
  endpointId: string,
  sealed: Buffer,
): Buffer | undefined {
  try {
    return seal.close(endpointId, seal.open(endpointId, sealed));
  } catch (error) {
    if (error instanceof DomainError) return;
    throw error;
  }
}

async function reEncryptColumn(
  db: Installation,
  secretKeys: SecretKeys,
  { table, column, key, renew }: SealedColumn,
  onStep: (values: number) => void,
): Promise<void> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  let after = key.map(() => FIRST_ID);
  for (;;) {
    const { rows } = await sql<{ key: string[]; sealed: Buffer }>`
      select array[${columns}]::text[] as key, ${sql.ref(column)} as sealed from leadline.${sql.table(table)}
      where ${isOldSeal(secretKeys, column)} and (${columns}) > (${sql.join(after)})
      order by ${columns} limit ${STEP_ROWS}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.key;
    let values = 0;
    for (const { key: place, sealed } of rows) {
      const renewed = renew(fromUuid(place.at(-1) as string), sealed);
      if (renewed === undefined) continue;
      const { numAffectedRows } = await sql`
        update leadline.${sql.table(table)} set ${sql.ref(column)} = ${renewed}
        where (${columns}) = (${sql.join(place)}) and ${sql.ref(column)} = ${sealed}`.execute(db);
      values += Number(numAffectedRows);
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
