// The business behind an account: currency, time zone, office hours and typical deal.

import { Profile, ProfileResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { readProfile, saveProfile } from '../../../accounts/profile/profile.ts';
import { enterAccount } from '../../../platform/db/account-scope.ts';
import { adoptTypicalDeal } from '../../../scoring/settings/publish-version.ts';
import { admitBySession, admitCaller, callerOf } from '../../admission/admit.ts';
import { SMALL_BODY } from '../../bodies/body-limits.ts';
import { succeed } from '../../framework/responses.ts';
import { checkText, errorsOf } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import type { PartsOf } from '../route-parts.ts';

const tags = ['Account'];

export function addProfile(app: App, { gate, db }: PartsOf<'gate' | 'db'>): void {
  app.get(PATHS.profile, {
    onRequest: admitCaller(gate),
    config: { keyAccess: 'read' },
    schema: {
      operationId: 'getProfile',
      summary: 'Get the currency, time zone, office hours, typical deal and lost reasons of the account',
      tags,
      response: { 200: ProfileResult, ...errorsOf(401, 429, 503) },
    },
    handler: async (request) => succeed(await enterAccount(db, callerOf(request), readProfile)),
  });

  // Only in the dashboard: a test key must not change what applies to the live account.
  app.put(PATHS.profile, {
    bodyLimit: SMALL_BODY,
    onRequest: admitBySession(gate),
    config: { role: 'owner' },
    schema: {
      hide: true,
      body: Profile,
      response: { 200: ProfileResult, ...errorsOf(400, 401, 403, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      for (const reason of request.body.lost_reasons ?? []) checkText('lost_reasons', reason);
      const caller = callerOf(request);
      const saved = await enterAccount(db, { ...caller, accountId: caller.liveAccountId }, async (scope) => {
        const profile = await saveProfile(scope, request.body);
        await adoptTypicalDeal(scope);
        return profile;
      });
      return succeed(saved);
    },
  });
}
