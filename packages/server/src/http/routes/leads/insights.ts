// GET /api/insights, and why leads were lost

import { type Insights, InsightsQuery, InsightsResult, LostReasonsResult } from '@leadline/contract';
import { MAX_INSIGHTS_YEARS } from '@leadline/contract/limits';
import { PATHS } from '@leadline/contract/paths';
import { countLostReasons } from '../../../leads/insights/count-lost-reasons.ts';
import { getInsights } from '../../../leads/insights/get-insights.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { FairQueue } from '../../../platform/base/fair-queue.ts';
import { accessAccount, enterAccount, requireAllLeads } from '../../../platform/db/account-scope.ts';
import { admitCaller, callerOf } from '../../admission/admit.ts';
import { succeed } from '../../framework/responses.ts';
import { errorsOf, readMoment } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import { SharedAnswers } from '../../limits/shared-answers.ts';
import type { PartsOf } from '../route-parts.ts';

/** Each from a different account. */
export const MAX_RUNNING_INSIGHTS = 2;

export function addInsights(app: App, { gate, db }: PartsOf<'gate' | 'db'>): void {
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
      const { from, to } = readPeriod(request.query);
      const caller = callerOf(request);
      requireAllLeads(caller);
      const account = accessAccount(db, caller);
      const question = [account.accountId, from.toISOString(), to.toISOString()].join(' ');
      const data = await answers.get(question, () =>
        queue.run(caller.liveAccountId, () => getInsights(account, from, to, new Date())),
      );
      return succeed(data);
    },
  });

  app.get(PATHS.lostReasons, {
    onRequest: admitCaller(gate),
    config: { keyAccess: 'read' },
    schema: {
      operationId: 'getLostReasons',
      summary: 'Count why the leads received in a period were lost',
      tags: ['Leads'],
      querystring: InsightsQuery,
      response: { 200: LostReasonsResult, ...errorsOf(400, 401, 429, 503) },
    },
    handler: async (request) => {
      const { from, to } = readPeriod(request.query);
      const caller = callerOf(request);
      requireAllLeads(caller);
      return succeed(await enterAccount(db, caller, (scope) => countLostReasons(scope, from, to)));
    },
  });
}

function readPeriod(query: InsightsQuery): { readonly from: Date; readonly to: Date } {
  const from = readMoment('from', query.from);
  const to = readMoment('to', query.to);
  if (from >= to) throw new DomainError('invalid_input', 'from must be before to');
  if (to > yearsAfter(from))
    throw new DomainError('invalid_input', `from and to must be at most ${MAX_INSIGHTS_YEARS} years apart`);
  return { from, to };
}

function yearsAfter(moment: Date): Date {
  const later = new Date(moment);
  later.setUTCFullYear(later.getUTCFullYear() + MAX_INSIGHTS_YEARS);
  return later;
}
