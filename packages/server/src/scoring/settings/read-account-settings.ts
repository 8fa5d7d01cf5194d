// Everything about an account's settings on one page: what is live, the draft, and what the defaults are and why.

import type { AccountSettings } from '@leadline/contract';
import { DEFAULT_SETTINGS, QUESTION_TOPICS, SETTING_GROUPS, type Settings } from '@leadline/engine';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { readDraft } from './draft.ts';
import { findLiveVersion, findVersion } from './find-version.ts';
import { getVersion } from './list-versions.ts';
import { readProfileDeal } from './publish-version.ts';
import {
  DEFAULT_CONTENT,
  DEFAULT_VERSION,
  nameVersion,
  type SettingsContent,
  settingsOf,
} from './settings-version.ts';

export async function readAccountSettings(scope: AccountScope): Promise<AccountSettings> {
  const version = await findLiveVersion(scope);
  const content = (await findVersion(scope, version)) ?? DEFAULT_CONTENT;
  const settings = settingsOf(content, version);
  const published = version === DEFAULT_VERSION ? null : await getVersion(scope, version);
  return {
    live: {
      version,
      settings_version: nameVersion(version),
      changes: content.changes,
      settings: { ...settings },
      note: published?.note ?? null,
      by: published?.by ?? null,
      published_at: published?.published_at ?? null,
    },
    typical_deal: { ...settings.typicalDeal, from: whereDealIsFrom(content, settings) },
    draft: await readDraft(scope, await readProfileDeal(scope)),
    defaults: { ...DEFAULT_SETTINGS },
    groups: SETTING_GROUPS.map((group) => ({ ...group, settings: [...group.settings] })),
    question_topics: [...QUESTION_TOPICS],
  };
}

function whereDealIsFrom(
  { changes, profileDeal }: SettingsContent,
  { typicalDeal }: Settings,
): AccountSettings['typical_deal']['from'] {
  if (changes.typicalDeal !== undefined) return 'settings';
  const isOfProfile =
    profileDeal?.amount === typicalDeal.amount && profileDeal.currency === typicalDeal.currency;
  return isOfProfile ? 'profile' : 'default';
}
