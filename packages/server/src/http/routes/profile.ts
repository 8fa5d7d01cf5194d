// The business behind an account: currency, time zone, office hours and typical deal.

import { Profile, ProfileResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { readProfile, saveProfile } from '../../accounts/profile.ts';
import { enterAccount } from '../../db/account-scope.ts';
import type { Database } from '../../db/database.ts';
import { admitCaller, callerOf, type Gate } from '../admit.ts';
import { succeed } from '../responses.ts';
import { errorsOf } from '../schema.ts';
import type { App } from '../typed-app.ts';

const tags = ['Account'];

export function addProfile(app: App, gate: Gate, db: Database): void {
  const onRequest = admitCaller(gate);

  app.get(PATHS.profile, {
    onRequest,
    config: { keyAccess: 'read' },
    schema: {
      operationId: 'getProfile',
      summary: 'Get the currency, time zone, office hours and typical deal of the account',
      tags,
      response: { 200: ProfileResult, ...errorsOf(401, 429, 503) },
    },
    handler: async (request) => succeed(await enterAccount(db, callerOf(request), readProfile)),
  });

  app.put(PATHS.profile, {
    onRequest,
    config: { role: 'owner' },
    schema: {
      operationId: 'saveProfile',
      summary: 'Change the currency, time zone, office hours and typical deal of the account',
      tags,
      body: Profile,
      response: { 200: ProfileResult, ...errorsOf(400, 401, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const { liveAccountId, actor } = callerOf(request);
      const saved = await enterAccount(db, { accountId: liveAccountId, actor }, (scope) =>
        saveProfile(scope, request.body),
      );
      return succeed(saved);
    },
  });
}
