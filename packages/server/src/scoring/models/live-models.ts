// Models of an account, for the worker, whose role reads every account.

import type pg from 'pg';
import { type Installation, openInstallation } from '../../platform/db/installation.ts';
import { findPublishedModel } from './find-model.ts';
import { NO_MODEL } from './model-version.ts';
import { type ScoringModel, toScoringModel } from './scoring-model.ts';

/** `accountId` is the live account. Null means rules alone. */
export async function readModelVersion(
  db: Installation,
  accountId: string,
  version: number,
): Promise<ScoringModel | null> {
  if (version === NO_MODEL) return null;
  const published = await findPublishedModel({ transaction: db, accountId }, version);
  return published === null ? null : toScoringModel(accountId, published);
}

/** The same for imports, which use connections directly. */
export const queryModelVersion = (
  pool: pg.Pool,
  accountId: string,
  version: number,
): Promise<ScoringModel | null> => readModelVersion(openInstallation(pool), accountId, version);
