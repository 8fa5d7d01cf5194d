// Scores leads of a restored database again, and counts those that get another result than the one stored with them.

import { ENGINE_VERSION } from '@leadline/engine/version';
import { sql } from 'kysely';
import { findLead } from '../../leads/record/get-lead.ts';
import { replayLead } from '../../leads/record/replay-lead.ts';
import { fromUuid } from '../../platform/base/ids.ts';
import { asOperator, enterAccount } from '../../platform/db/account-scope.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { readModelName } from '../../scoring/models/model-version.ts';
import { keepScoringModels, keepScoringSettings } from '../../scoring/published-versions.ts';
import { DEFAULT_VERSION, readVersionName } from '../../scoring/settings/settings-version.ts';
import type { SampledLead } from './census.ts';

export interface Replays {
  readonly identical: number;
  readonly different: number;
  /** Scored by another version of the engine, so that they may differ. */
  readonly skipped: number;
}

export async function replayLeads(db: Installation, leads: readonly SampledLead[]): Promise<Replays> {
  const settings = keepScoringSettings(db);
  const models = keepScoringModels(db);
  const liveAccounts = await findLiveAccounts(db);
  const replays = { identical: 0, different: 0, skipped: 0 };
  for (const { accountId, id } of leads) {
    const found = await enterAccount(db, asOperator(accountId), (scope) => findLead(scope, id));
    if (found === null) continue;
    if (found.result.version !== ENGINE_VERSION) {
      replays.skipped++;
      continue;
    }
    const owner = { liveAccountId: liveAccounts.get(accountId) ?? accountId, actor: 'operator' } as const;
    const version = readVersionName(found.result.settings_version) ?? DEFAULT_VERSION;
    const used = await settings.at(owner, version);
    const model = await models.at(owner, readModelName(found.result.model_version));
    replays[replayLead(found, used, model).identical ? 'identical' : 'different']++;
  }
  return replays;
}

/** By account; test accounts are scored by the settings of the live one. */
async function findLiveAccounts(db: Installation): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; live: string }>`
    select id, coalesce(test_of, id) as live from leadline.accounts`.execute(db);
  return new Map(rows.map(({ id, live }) => [fromUuid(id), fromUuid(live)]));
}
