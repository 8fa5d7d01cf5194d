// Reads an account's model versions.

import { type Selectable, sql } from 'kysely';
import { fromUuid } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { FIRST_STATE, type ModelState } from './model-version.ts';
import type { PublishedModel } from './scoring-model.ts';

export type VersionRow = Selectable<Tables['model_versions']>;

/** What the queries below need: a scope, or the worker's database and the account it works on. */
export interface AccountRows {
  readonly transaction: Database;
  readonly accountId: string;
}

/** The newest version. */
export async function findModelState({ transaction, accountId }: AccountRows): Promise<ModelState> {
  const row = await transaction
    .selectFrom('model_versions')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? FIRST_STATE : toState(row);
}

export async function findModelStateAt(
  { transaction, accountId }: AccountRows,
  version: number,
): Promise<ModelState | null> {
  if (version === FIRST_STATE.version) return FIRST_STATE;
  const row = await transaction
    .selectFrom('model_versions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row === undefined ? null : toState(row);
}

const toState = ({ version, mode, point_limit, trained_id }: VersionRow): ModelState => ({
  version,
  mode,
  pointLimit: point_limit,
  trainedId: trained_id === null ? null : fromUuid(trained_id),
});

/** Null if this version has no model, or if the account never published it. */
export async function findPublishedModel(
  { transaction, accountId }: AccountRows,
  version: number,
): Promise<PublishedModel | null> {
  const row = await transaction
    .selectFrom('model_versions as v')
    .innerJoin('trained_models as t', (join) =>
      join.onRef('t.account_id', '=', 'v.account_id').onRef('t.id', '=', 'v.trained_id'),
    )
    .select(['v.version', 'v.mode', 'v.point_limit'])
    .select(sql<string | null>`t.model::text`.as('model'))
    .where('v.account_id', '=', accountId)
    .where('v.version', '=', version)
    .where('v.mode', '<>', 'off')
    .executeTakeFirst();
  if (row === undefined || row.model === null) return null;
  return { version: row.version, mode: row.mode, pointLimit: row.point_limit, model: row.model };
}

/** The number of the version that scores leads; 0 without a model. */
export async function findLiveModelVersion({ transaction, accountId }: AccountScope): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select leadline.live_model_version(${accountId}) as version`.execute(transaction);
  return rows[0]?.version ?? 0;
}
