// GET /api/insights

import { type Insights, InsightsQuery, InsightsResult } from '@leadline/contract';
import { MAX_INSIGHTS_YEARS } from '@leadline/contract/limits';
import { PATHS } from '@leadline/contract/paths';
import { DomainError } from '../../base/domain-error.ts';
import { FairQueue } from '../../base/fair-queue.ts';
import { type AccountDatabase, accessAccount } from '../../db/account-scope.ts';
import { getInsights } from '../../insights/get-insights.ts';
import { SharedAnswers } from '../../insights/shared-answers.ts';
import { admitCaller, callerOf, type Gate } from '../admit.ts';
import { succeed } from '../responses.ts';
import { errorsOf, readMoment } from '../schema.ts';
import type { App } from '../typed-app.ts';

/** Each from a different account. */
export const MAX_RUNNING_INSIGHTS = 2;

export function addInsights(app: App, gate: Gate, db: AccountDatabase): void {
  // All open pages of an account refresh at the same time, so identical queries share one result.
  const answers = new SharedAnswers<Insights>();
  const queue = new FairQueue({
    maxRunning: MAX_RUNNING_INSIGHTS,
    maxRunningPerAccount: 1,
    maxWaitingPerAccount: 12,
  });

  app.get(PATHS.insights, {
    onRequest: admitCaller(gate),
    config: { keyAccess: 'read', turns: 'none' }, // has a queue of its own
    schema: {
      operationId: 'getInsights',
      summary: 'Get grades, sources, reps, win rates, revenue and contact times for a period',
      tags: ['Leads'],
      querystring: InsightsQuery,
      response: { 200: InsightsResult, ...errorsOf(400, 401, 429, 503) },
    },
    handler: async (request) => {
      const from = readMoment('from', request.query.from);
      const to = readMoment('to', request.query.to);
      if (from >= to) throw new DomainError('invalid_input', 'from must be before to');
      if (to > yearsAfter(from)) {
        throw new DomainError(
          'invalid_input',
          `from and to must be at most ${MAX_INSIGHTS_YEARS} years apart`,
        );
      }
      const caller = callerOf(request);
      const account = accessAccount(db, caller);
      const question = [account.accountId, from.toISOString(), to.toISOString()].join(' ');
      const data = await answers.get(question, () =>
        queue.run(caller.liveAccountId, () => getInsights(account, from, to, new Date())),
      );
      return succeed(data);
    },
  });
}

function yearsAfter(moment: Date): Date {
  const later = new Date(moment);
  later.setUTCFullYear(later.getUTCFullYear() + MAX_INSIGHTS_YEARS);
  return later;
}
