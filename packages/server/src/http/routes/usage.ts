// GET /api/usage

import { UsageResult } from '@leadline/contract';
import type { FastifyInstance } from 'fastify';
import { enterAccount } from '../../db/account-scope.ts';
import type { Database } from '../../db/database.ts';
import { getUsage } from '../../quota/get-usage.ts';
import { admitCaller, callerOf, type Gate } from '../admit.ts';
import { errorsOf } from '../schema.ts';

export function addUsage(app: FastifyInstance, gate: Gate, db: Database): void {
  app.get('/api/usage', {
    onRequest: admitCaller(gate),
    schema: {
      operationId: 'getUsage',
      summary: "This month's allowance",
      tags: ['Account'],
      response: { 200: UsageResult, ...errorsOf(401, 429, 503) },
    },
    handler: async (request): Promise<UsageResult> => {
      const caller = callerOf(request);
      const usage = await enterAccount(db, caller, (scope) => getUsage(scope, caller, new Date()));
      return { success: true, data: usage };
    },
  });
}
