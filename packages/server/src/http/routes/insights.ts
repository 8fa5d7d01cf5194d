// GET /api/insights

import { type Insights, InsightsQuery, InsightsResult } from '@leadline/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { FairTurns, TooManyWaiting } from '../../insights/fair-queue.ts';
import { getInsights } from '../../insights/get-insights.ts';
import { SharedAnswers } from '../../insights/shared-answers.ts';
import { admitCaller, callerOf, type Gate } from '../admit.ts';
import { ApiError } from '../errors.ts';
import { errorsOf, readMoment } from '../schema.ts';

const MAX_YEARS = 3;

export function addInsights(app: FastifyInstance, gate: Gate, db: Database): void {
  // News reach all pages that are open in an account at the same moment.
  const answers = new SharedAnswers<Insights>();
  const turns = new FairTurns();

  app.get<{ Querystring: InsightsQuery }>('/api/insights', {
    onRequest: admitCaller(gate),
    schema: {
      operationId: 'getInsights',
      summary: 'Grades, sources, win rates and speed of a time',
      tags: ['Leads'],
      querystring: InsightsQuery,
      response: { 200: InsightsResult, ...errorsOf(400, 401, 429, 503) },
    },
    handler: async (request): Promise<InsightsResult> => {
      const from = readMoment('from', request.query.from);
      const to = readMoment('to', request.query.to);
      if (from >= to) throw new ApiError('invalid input', 'from must be before to');
      if (to > yearsAfter(from)) {
        throw new ApiError('invalid input', `to must be at most ${MAX_YEARS} years after from`);
      }
      const { accountId } = callerOf(request);
      const question = [accountId, from.toISOString(), to.toISOString()].join(' ');
      const data = await answers
        .get(question, () => turns.take(accountId, () => getInsights(db, accountId, from, to)))
        .catch(refuseTooMany);
      return { success: true, data };
    },
  });
}

function refuseTooMany(error: unknown): never {
  if (!(error instanceof TooManyWaiting)) throw error;
  throw new ApiError('rate limited', 'too many insights of this account are waited for', 2);
}

function yearsAfter(moment: Date): Date {
  const later = new Date(moment);
  later.setUTCFullYear(later.getUTCFullYear() + MAX_YEARS);
  return later;
}
