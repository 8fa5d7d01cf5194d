// The published versions of an account's settings.

import type { SettingsVersion } from '@leadline/contract';
import type { Selectable } from 'kysely';
import { DomainError } from '../base/domain-error.ts';
import type { AccountScope } from '../db/account-scope.ts';
import type { Tables } from '../db/tables.ts';
import { nameVersion, type SettingsChanges } from './settings-version.ts';

/** Each can take 64 KiB. */
const MAX_LISTED = 50;

export interface VersionPage {
  readonly versions: SettingsVersion[];
  /** Null if there are no older versions. */
  readonly nextBefore: number | null;
}

/** Newest first. */
export async function listVersions(scope: AccountScope, before: number | null): Promise<VersionPage> {
  const query = find(scope)
    .orderBy('version', 'desc')
    .limit(MAX_LISTED + 1);
  const rows = await (before === null ? query : query.where('version', '<', before)).execute();
  const versions = rows.slice(0, MAX_LISTED).map(toVersion);
  return { versions, nextBefore: rows.length > MAX_LISTED ? (versions.at(-1)?.version ?? null) : null };
}

export async function getVersion(scope: AccountScope, version: number): Promise<SettingsVersion> {
  const row = await find(scope).where('version', '=', version).executeTakeFirst();
  if (row === undefined) throw new DomainError('not_found', `there is no version ${version}`);
  return toVersion(row);
}

const find = ({ transaction, accountId }: AccountScope) =>
  transaction.selectFrom('settings_versions').selectAll().where('account_id', '=', accountId);

function toVersion(row: Selectable<Tables['settings_versions']>): SettingsVersion {
  const { version, changes, note, restores, actor, published_at } = row;
  return {
    version,
    settings_version: nameVersion(version),
    changes: changes as SettingsChanges,
    note,
    restores,
    by: actor,
    published_at: published_at.toISOString(),
  };
}
