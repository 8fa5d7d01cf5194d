// The draft of an account's settings. It is saved from a revision: of two owners who change it at the same time, one is
// told.

import type { SettingsDraft, SettingsDraftBody } from '@leadline/contract';
import type { Selectable } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { checkChanges, DRAFT_NAME } from './check-changes.ts';
import { findLiveVersion } from './find-version.ts';
import { type ProfileDeal, resolveSettings, type SettingsChanges } from './settings-version.ts';

type DraftRow = Selectable<Tables['settings_drafts']>;

export async function readDraft(
  scope: AccountScope,
  profileDeal: ProfileDeal | null,
): Promise<SettingsDraft> {
  const row = await findDraft(scope);
  const changes = (row?.changes ?? null) as SettingsChanges | null;
  if (row === null || changes === null) return { ...NO_DRAFT, revision: row?.revision ?? 0 };
  const read = resolveSettings({ changes, profileDeal }, DRAFT_NAME);
  return {
    revision: row.revision,
    changes,
    // Null if the rules have changed since the draft was saved.
    settings: read.ok ? { ...read.settings } : null,
    based_on: row.based_on,
    by: row.actor,
    saved_at: row.saved_at.toISOString(),
  };
}

const NO_DRAFT = { changes: null, settings: null, based_on: null, by: null, saved_at: null };

export async function saveDraft(
  scope: AccountScope,
  { revision, changes }: SettingsDraftBody,
  profileDeal: ProfileDeal | null,
): Promise<SettingsDraft> {
  if (changes !== null) checkChanges({ changes, profileDeal });
  await writeDraft(scope, revision, changes);
  return readDraft(scope, profileDeal);
}

/** The changes of the draft, if it still has this revision. */
export async function requireDraft(scope: AccountScope, revision: number): Promise<SettingsChanges> {
  const row = await findDraft(scope);
  if (row === null || row.changes === null || row.revision !== revision) throw changedMeanwhile();
  return row.changes as SettingsChanges;
}

/** Once it is published. */
export const closeDraft = (scope: AccountScope, revision: number): Promise<void> =>
  writeDraft(scope, revision, null);

async function writeDraft(
  scope: AccountScope,
  revision: number,
  changes: SettingsChanges | null,
): Promise<void> {
  const { transaction, accountId, actor } = scope;
  const saved = {
    revision: revision + 1,
    based_on: await findLiveVersion(scope),
    changes: changes === null ? null : JSON.stringify(changes),
    actor,
    saved_at: new Date(),
  };
  const written =
    revision === 0
      ? (
          await transaction
            .insertInto('settings_drafts')
            .values({ account_id: accountId, ...saved })
            .onConflict((conflict) => conflict.column('account_id').doNothing())
            .executeTakeFirstOrThrow()
        ).numInsertedOrUpdatedRows
      : (
          await transaction
            .updateTable('settings_drafts')
            .set(saved)
            .where('account_id', '=', accountId)
            .where('revision', '=', revision)
            .executeTakeFirstOrThrow()
        ).numUpdatedRows;
  if (written === 0n) throw changedMeanwhile();
}

async function findDraft({ transaction, accountId }: AccountScope): Promise<DraftRow | null> {
  const row = await transaction
    .selectFrom('settings_drafts')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

const changedMeanwhile = (): DomainError =>
  new DomainError('changed_meanwhile', 'the draft has changed in the meantime; load it again');
