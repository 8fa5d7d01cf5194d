// Settings of an account, for the worker, whose role reads every account.

import type { Settings } from '@leadline/engine';
import type pg from 'pg';
import type { Installation } from '../../platform/db/installation.ts';
import { toContent } from './find-version.ts';
import { DEFAULT_VERSION, settingsOf } from './settings-version.ts';

interface VersionRow {
  readonly changes: unknown;
  readonly typical_deal: number | null;
  readonly currency: string | null;
}

/** `accountId` is the live account. Null means the defaults. */
export async function readSettingsVersion(
  db: Installation,
  accountId: string,
  version: number,
): Promise<Settings | null> {
  if (version === DEFAULT_VERSION) return null;
  const row = await db
    .selectFrom('settings_versions as v')
    .select(['v.changes', 'v.typical_deal', 'v.currency'])
    .where('v.account_id', '=', accountId)
    .where('v.version', '=', version)
    .executeTakeFirst();
  return toSettings(row, version);
}

/** The same for imports, which use connections directly. */
export async function querySettingsVersion(
  pool: pg.Pool,
  accountId: string,
  version: number,
): Promise<Settings | null> {
  if (version === DEFAULT_VERSION) return null;
  const { rows } = await pool.query<VersionRow>(
    `select v.changes, v.typical_deal, v.currency from leadline.settings_versions v
     where v.account_id = $1 and v.version = $2`,
    [accountId, version],
  );
  return toSettings(rows[0], version);
}

const toSettings = (row: VersionRow | undefined, version: number): Settings | null =>
  row === undefined ? null : settingsOf(toContent(row), version);
