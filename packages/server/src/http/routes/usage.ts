// GET /api/usage

import { UsageResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { type AccountDatabase, enterAccount } from '../../db/account-scope.ts';
import { getUsage } from '../../quota/get-usage.ts';
import { admitCaller, callerOf, type Gate } from '../admit.ts';
import { succeed } from '../responses.ts';
import { errorsOf } from '../schema.ts';
import type { App } from '../typed-app.ts';

export function addUsage(app: App, gate: Gate, db: AccountDatabase): void {
  app.get(PATHS.usage, {
    onRequest: admitCaller(gate),
    config: { keyAccess: 'read' },
    schema: {
      operationId: 'getUsage',
      summary: "Get this month's usage",
      tags: ['Account'],
      response: { 200: UsageResult, ...errorsOf(401, 429, 503) },
    },
    handler: async (request) => {
      const caller = callerOf(request);
      const usage = await enterAccount(db, caller, (scope) => getUsage(scope, caller, new Date()));
      return succeed(usage);
    },
  });
}
