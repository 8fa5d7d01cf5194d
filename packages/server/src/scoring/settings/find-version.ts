// Reads versions of an account's settings.

import { type Selectable, sql } from 'kysely';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import type { Tables } from '../../platform/db/tables.ts';
import {
  DEFAULT_CONTENT,
  DEFAULT_VERSION,
  type SettingsChanges,
  type SettingsContent,
} from './settings-version.ts';

type ContentRow = Pick<Selectable<Tables['settings_versions']>, 'changes' | 'typical_deal' | 'currency'>;

export const toContent = ({ changes, typical_deal, currency }: ContentRow): SettingsContent => ({
  changes: changes as SettingsChanges,
  profileDeal: typical_deal === null || currency === null ? null : { amount: typical_deal, currency },
});

export async function findLiveVersion({ transaction, accountId }: AccountScope): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select leadline.live_settings_version(${accountId}) as version`.execute(transaction);
  return rows[0]?.version ?? DEFAULT_VERSION;
}

/** Null if the account never published this version. */
export async function findVersion(scope: AccountScope, version: number): Promise<SettingsContent | null> {
  if (version === DEFAULT_VERSION) return DEFAULT_CONTENT;
  const row = await scope.transaction
    .selectFrom('settings_versions as v')
    .select(['v.changes', 'v.typical_deal', 'v.currency'])
    .where('v.account_id', '=', scope.accountId)
    .where('v.version', '=', version)
    .executeTakeFirst();
  return row === undefined ? null : toContent(row);
}
