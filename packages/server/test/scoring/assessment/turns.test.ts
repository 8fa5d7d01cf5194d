// Turns at the local model.

import type { Assessor } from '@leadline/assessor';
import type { Lead } from '@leadline/engine';
import pino from 'pino';
import { expect, test } from 'vitest';
import { Metrics } from '../../../src/platform/base/metrics.ts';
import { asOperator } from '../../../src/platform/db/account-scope.ts';
import { LeadAssessor } from '../../../src/scoring/assessment/lead-assessor.ts';

const LEAD: Lead = {
  name: '',
  email: '',
  phone: '',
  budget: '',
  message: 'We need 40 chairs',
  source: '',
  custom_fields: {},
};

test('a test account takes turns as part of its live account', async () => {
  const accounts: (string | undefined)[] = [];
  const local: Assessor = {
    assess: async (_clauses, _now, account) => {
      accounts.push(account);
      return { missing: 'busy' };
    },
    trouble: () => null,
    isLoading: () => false,
    close: async () => {},
  };
  const metrics = new Metrics();
  const assessor = new LeadAssessor({ local, llm: null, metrics, logger: pino({ level: 'silent' }) });
  const caller = { liveAccountId: 'live', ai: 'local', aiMonthlyDollars: null } as const;
  await assessor.assess({ ...asOperator('live'), ...caller }, LEAD, new Date());
  await assessor.assess({ ...asOperator('test'), ...caller }, LEAD, new Date());
  expect(accounts).toEqual(['live', 'live']);
});
