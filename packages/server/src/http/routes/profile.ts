// The business behind an account: currency, time zone, office hours and typical deal.

import { Profile, ProfileResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { readProfile, saveProfile } from '../../accounts/profile.ts';
import { type AccountDatabase, enterAccount } from '../../db/account-scope.ts';
import { adoptTypicalDeal } from '../../settings/publish-version.ts';
import { admitBySession, admitCaller, callerOf, type Gate } from '../admit.ts';
import { succeed } from '../responses.ts';
import { errorsOf } from '../schema.ts';
import type { App } from '../typed-app.ts';

const tags = ['Account'];

export function addProfile(app: App, gate: Gate, db: AccountDatabase): void {
  app.get(PATHS.profile, {
    onRequest: admitCaller(gate),
    config: { keyAccess: 'read' },
    schema: {
      operationId: 'getProfile',
      summary: 'Get the currency, time zone, office hours and typical deal of the account',
      tags,
      response: { 200: ProfileResult, ...errorsOf(401, 429, 503) },
    },
    handler: async (request) => succeed(await enterAccount(db, callerOf(request), readProfile)),
  });

  // Only in the dashboard: a test key must not change what applies to the live account.
  app.put(PATHS.profile, {
    onRequest: admitBySession(gate),
    config: { role: 'owner' },
    schema: {
      hide: true,
      body: Profile,
      response: { 200: ProfileResult, ...errorsOf(400, 401, 403, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const { liveAccountId, actor } = callerOf(request);
      const saved = await enterAccount(db, { accountId: liveAccountId, actor }, async (scope) => {
        const profile = await saveProfile(scope, request.body);
        await adoptTypicalDeal(scope);
        return profile;
      });
      return succeed(saved);
    },
  });
}
