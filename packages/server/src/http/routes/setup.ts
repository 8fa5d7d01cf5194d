// GET /api/account/setup

import { SetupResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { readSetup } from '../../accounts/read-setup.ts';
import { type AccountDatabase, enterAccount } from '../../db/account-scope.ts';
import { admitCaller, callerOf, type Gate } from '../admit.ts';
import { succeed } from '../responses.ts';
import { errorsOf } from '../schema.ts';
import type { App } from '../typed-app.ts';

export function addSetup(app: App, gate: Gate, db: AccountDatabase): void {
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
