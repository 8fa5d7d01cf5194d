// GET /api/usage

import { UsageResult } from '@leadline/contract';
import type { FastifyInstance } from 'fastify';
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
    handler: async (request): Promise<UsageResult> => ({
      success: true,
      data: await getUsage(db, callerOf(request), new Date()),
    }),
  });
}
