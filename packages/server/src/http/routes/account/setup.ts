// GET /api/account/setup

import { SetupResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { readSetup } from '../../../accounts/profile/read-setup.ts';
import { enterAccount } from '../../../platform/db/account-scope.ts';
import { admitCaller, callerOf } from '../../admission/admit.ts';
import { succeed } from '../../framework/responses.ts';
import { errorsOf } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import type { PartsOf } from '../route-parts.ts';

export function addSetup(app: App, { gate, db }: PartsOf<'gate' | 'db'>): void {
  app.get(PATHS.setup, {
    onRequest: admitCaller(gate),
    config: { keyAccess: 'read' },
    schema: {
      operationId: 'getSetup',
      summary: 'Get which steps of setting up the account are done',
      tags: ['Account'],
      response: { 200: SetupResult, ...errorsOf(401, 429, 503) },
    },
    handler: async (request) => succeed(await enterAccount(db, callerOf(request), readSetup)),
  });
}
