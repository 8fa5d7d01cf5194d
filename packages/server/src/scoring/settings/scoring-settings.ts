// The settings that leads are scored by. Null means the defaults, which every thread knows.

import type { Settings } from '@leadline/engine';
import type { AccountDatabase } from '../../platform/db/account-scope.ts';
import { PublishedVersions } from '../published-versions.ts';
import { findVersion } from './find-version.ts';
import { settingsOf } from './settings-version.ts';

export type ScoringSettings = PublishedVersions<Settings>;

/** Roughly: the numbers of settings take as much, whatever the account changed. */
const BASE_BYTES = 8 * 1024;
const MAX_BYTES = 32 * 1024 * 1024;

export const keepScoringSettings = (db: AccountDatabase): ScoringSettings =>
  new PublishedVersions(db, {
    live: ({ settingsVersion }) => settingsVersion,
    maxBytes: MAX_BYTES,
    find: async (scope, version) => {
      const content = await findVersion(scope, version);
      if (content === null) return null;
      const bytes = BASE_BYTES + 4 * JSON.stringify(content.changes).length;
      return { value: settingsOf(content, version), bytes };
    },
  });
