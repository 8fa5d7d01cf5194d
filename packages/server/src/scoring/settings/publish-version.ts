// Publishes a version of an account's settings. Versions are only ever added, each with the next number, so of two owners
// who publish at the same time, one is told.

import type { PublishBody, RollBackBody, SettingsVersion } from '@leadline/contract';
import { sql } from 'kysely';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { readProfile } from '../../accounts/profile/profile.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import { showId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { checkChanges } from './check-changes.ts';
import { closeDraft, requireDraft } from './draft.ts';
import { findLiveVersion, findVersion } from './find-version.ts';
import { getVersion } from './list-versions.ts';
import { type ProfileDeal, resolveSettings, type SettingsContent } from './settings-version.ts';

/** Together, of all versions: replays need them, so they are never deleted. */
const MAX_HISTORY_BYTES = 16 * 1024 * 1024;

export async function publishSettings(
  scope: AccountScope,
  { version, note = '', ...source }: PublishBody,
): Promise<SettingsVersion> {
  await requireLive(scope, version);
  const changes = await chooseChanges(scope, source);
  const content = { changes, profileDeal: await readProfileDeal(scope) };
  checkChanges(content);
  const published = await addVersion(scope, version, content, note, null);
  if (source.draft_revision !== undefined) await closeDraft(scope, source.draft_revision);
  return published;
}

/** Publishes the settings of an earlier version again. The typical deal of the profile stays as it is now. */
export async function rollBackSettings(
  scope: AccountScope,
  { version, to, note = '' }: RollBackBody,
): Promise<SettingsVersion> {
  await requireLive(scope, version);
  const found = to >= version && to > 0 ? null : await findVersion(scope, to);
  if (found === null)
    throw new DomainError('invalid_input', 'to must be an earlier version of these settings', {
      field: 'to',
    });
  const content = { changes: found.changes, profileDeal: await readProfileDeal(scope) };
  checkChanges(content);
  return addVersion(scope, version, content, note, to);
}

/** A changed profile is a new version, because budgets are compared with its typical deal. Call this after saving it. */
export async function adoptTypicalDeal(scope: AccountScope): Promise<void> {
  const profileDeal = await readProfileDeal(scope);
  const live = await findLiveVersion(scope);
  const before = await findVersion(scope, live);
  if (before === null) return;
  const after = { ...before, profileDeal };
  if (isSameDeal(before, after)) return;
  await addVersion(scope, live, after, 'Typical deal changed in the account profile', null);
}

/** Exactly one of the two. */
export async function chooseChanges(
  scope: AccountScope,
  { changes, draft_revision }: Pick<PublishBody, 'changes' | 'draft_revision'>,
): Promise<SettingsContent['changes']> {
  if ((changes === undefined) === (draft_revision === undefined))
    throw new DomainError('invalid_input', 'send either changes or draft_revision');
  return changes ?? requireDraft(scope, draft_revision ?? 0);
}

export async function readProfileDeal(scope: AccountScope): Promise<ProfileDeal | null> {
  const { typical_deal, currency } = await readProfile(scope);
  return typical_deal === null ? null : { amount: typical_deal, currency };
}

async function requireLive(scope: AccountScope, expected: number): Promise<void> {
  if ((await findLiveVersion(scope)) !== expected) throw changedMeanwhile();
}

function isSameDeal(before: SettingsContent, after: SettingsContent): boolean {
  const [first, second] = [before, after].map((content) => {
    const read = resolveSettings(content, 'compared');
    return read.ok ? JSON.stringify(read.settings.typicalDeal) : null;
  });
  return first === second;
}

async function addVersion(
  scope: AccountScope,
  live: number,
  { changes, profileDeal }: SettingsContent,
  note: string,
  restores: number | null,
): Promise<SettingsVersion> {
  const { transaction, accountId, actor } = scope;
  const version = live + 1;
  await requireRoom(scope, JSON.stringify(changes).length);
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('settings_versions')
    .values({
      account_id: accountId,
      version,
      changes: JSON.stringify(changes),
      typical_deal: profileDeal?.amount ?? null,
      currency: profileDeal?.currency ?? null,
      note: note.trim(),
      restores,
      actor,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'version']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) throw changedMeanwhile();
  await recordAudit(scope, 'settings.published', showId('acct', accountId), {
    version,
    ...(restores === null ? {} : { restores }),
  });
  return getVersion(scope, version);
}

async function requireRoom({ transaction, accountId }: AccountScope, added: number): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(v.changes::text)), 0)::bigint as bytes
    from leadline.settings_versions v where v.account_id = ${accountId}`.execute(transaction);
  if ((rows[0]?.bytes ?? 0) + added > MAX_HISTORY_BYTES)
    throw new DomainError('limit_reached', 'the versions of these settings already take 16 MiB');
}

const changedMeanwhile = (): DomainError =>
  new DomainError('changed_meanwhile', 'the settings have changed in the meantime; load them again');
