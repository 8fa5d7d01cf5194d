// Lists an account's live and test keys. Only intake keys can be shown in full; see seal-key.ts.

import type { KeyScope } from '@leadline/contract';
import { fromUuid } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';
import type { Mode } from './key-format.ts';

export interface ListedKey {
  readonly keyId: string;
  readonly mode: Mode;
  readonly scope: KeyScope;
  readonly name: string;
  readonly hint: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** Why it expires, if nobody chose that when it was created. */
  readonly ending: 'revoked' | 'replaced' | null;
  readonly lastUsedAt: Date | null;
  /** An intake key, encrypted; null for all others and for those created without SECRET_KEY. */
  readonly sealed: Buffer | null;
}

export async function listKeys(db: Installation, accountId: string): Promise<ListedKey[]> {
  const rows = await db
    .selectFrom('api_keys as k')
    .innerJoin('accounts as a', 'a.id', 'k.account_id')
    .where((e) => e.or([e('a.id', '=', accountId), e('a.test_of', '=', accountId)]))
    .select([
      'k.id',
      'a.test_of',
      'k.name',
      'k.hint',
      'k.created_at',
      'k.expires_at',
      'k.ending',
      'k.last_used_at',
      'k.scope',
      'k.sealed',
    ])
    .orderBy('k.id')
    .execute();
  return rows.map((row) => ({
    keyId: fromUuid(row.id),
    mode: row.test_of === null ? 'live' : 'test',
    scope: row.scope,
    name: row.name,
    hint: row.hint,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ending: row.ending,
    lastUsedAt: row.last_used_at,
    sealed: row.sealed,
  }));
}
