// The models that leads are scored by. Null means rules alone.

import type { AccountDatabase } from '../../platform/db/account-scope.ts';
import { PublishedVersions } from '../published-versions.ts';
import { findPublishedModel } from './find-model.ts';
import { type ScoringModel, toScoringModel } from './scoring-model.ts';

export type ScoringModels = PublishedVersions<ScoringModel>;

/** Those of 3,000 accounts with 1,000 outcomes each. Without it, each of their leads would cost a query. */
const MAX_BYTES = 64 * 1024 * 1024;

export const keepScoringModels = (db: AccountDatabase): ScoringModels =>
  new PublishedVersions(db, {
    live: ({ modelVersion }) => modelVersion,
    maxBytes: MAX_BYTES,
    find: async (scope, version) => {
      const published = await findPublishedModel(scope, version);
      if (published === null) return null;
      const value = toScoringModel(scope.accountId, published);
      return { value, bytes: value.json.length };
    },
  });
