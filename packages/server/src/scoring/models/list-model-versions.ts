// The published versions of an account's model.

import type { ModelVersion } from '@leadline/contract';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import type { VersionRow } from './find-model.ts';
import { nameModelVersion } from './model-version.ts';
import { showVerdict } from './show-training.ts';

const MAX_LISTED = 50;

export interface ModelVersionPage {
  readonly versions: ModelVersion[];
  /** Null if there are no older versions. */
  readonly nextBefore: number | null;
}

/** Newest first. */
export async function listModelVersions(
  scope: AccountScope,
  before: number | null,
): Promise<ModelVersionPage> {
  const query = find(scope)
    .orderBy('v.version', 'desc')
    .limit(MAX_LISTED + 1);
  const rows = await (before === null ? query : query.where('v.version', '<', before)).execute();
  const versions = rows.slice(0, MAX_LISTED).map(toVersion);
  return { versions, nextBefore: rows.length > MAX_LISTED ? (versions.at(-1)?.version ?? null) : null };
}

/** Null if nothing has been published yet. */
export async function findNewestModelVersion(scope: AccountScope): Promise<ModelVersion | null> {
  const row = await find(scope).orderBy('v.version', 'desc').limit(1).executeTakeFirst();
  return row === undefined ? null : toVersion(row);
}

const find = ({ transaction, accountId }: AccountScope) =>
  transaction
    .selectFrom('model_versions as v')
    .leftJoin('trained_models as t', (join) =>
      join.onRef('t.account_id', '=', 'v.account_id').onRef('t.id', '=', 'v.trained_id'),
    )
    .selectAll('v')
    .select(['t.outcomes', 't.won', 't.verdict', 't.trained_at'])
    .where('v.account_id', '=', accountId);

type JoinedRow = VersionRow & {
  readonly outcomes: number | null;
  readonly won: number | null;
  readonly verdict: unknown;
  readonly trained_at: Date | null;
};

function toVersion(row: JoinedRow): ModelVersion {
  const { version, trained_id, mode, point_limit, reason, restores, actor, published_at } = row;
  const { outcomes, won, verdict, trained_at } = row;
  return {
    version,
    model_version: trained_id === null || mode === 'off' ? null : nameModelVersion(version),
    mode,
    point_limit,
    trained:
      outcomes === null || won === null || trained_at === null
        ? null
        : { outcomes, won, verdict: showVerdict(verdict), trained_at: trained_at.toISOString() },
    reason,
    restores,
    by: actor,
    published_at: published_at.toISOString(),
  };
}
