// GET /api/usage

import { UsageResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { getUsage } from '../../../accounts/quota/get-usage.ts';
import { enterAccount } from '../../../platform/db/account-scope.ts';
import { admitCaller, callerOf } from '../../admission/admit.ts';
import { succeed } from '../../framework/responses.ts';
import { errorsOf } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import type { PartsOf } from '../route-parts.ts';

export function addUsage(app: App, { gate, db }: PartsOf<'gate' | 'db'>): void {
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
