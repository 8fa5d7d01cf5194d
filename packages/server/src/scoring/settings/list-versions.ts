// The published versions of an account's settings.

import type { SettingsVersion } from '@leadline/contract';
import { type Selectable, sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { nameVersion, type SettingsChanges } from './settings-version.ts';

const MAX_LISTED = 50;
/** The changes of one version can take 64 KiB. A page has at least one. */
const MAX_LISTED_BYTES = 128 * 1024;

export interface VersionPage {
  readonly versions: SettingsVersion[];
  /** Null if there are no older versions. */
  readonly nextBefore: number | null;
}

/** Newest first. */
export async function listVersions(scope: AccountScope, before: number | null): Promise<VersionPage> {
  const sized = await find(scope)
    .clearSelect()
    .select(['version', sql<number>`octet_length(changes::text)`.as('bytes')])
    .$if(before !== null, (query) => query.where('version', '<', before ?? 0))
    .orderBy('version', 'desc')
    .limit(MAX_LISTED + 1)
    .execute();
  const fitting = sized.slice(0, countFitting(sized.map(({ bytes }) => bytes)));
  const oldest = fitting.at(-1)?.version;
  if (oldest === undefined) return { versions: [], nextBefore: null };
  const rows = await find(scope)
    .where('version', '<=', sized[0]?.version ?? 0)
    .where('version', '>=', oldest)
    .orderBy('version', 'desc')
    .execute();
  return { versions: rows.map(toVersion), nextBefore: fitting.length < sized.length ? oldest : null };
}

/** At least one, however large it is. */
function countFitting(sizes: readonly number[]): number {
  let left = MAX_LISTED_BYTES;
  const tooLarge = sizes.slice(0, MAX_LISTED).findIndex((bytes) => {
    left -= bytes;
    return left < 0;
  });
  return tooLarge === -1 ? MAX_LISTED : Math.max(1, tooLarge);
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
