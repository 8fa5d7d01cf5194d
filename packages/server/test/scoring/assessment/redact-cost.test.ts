// What it costs to remove personal data from a lead before an LLM reads it.

import { type Assessor, makeRedactor } from '@leadline/assessor';
import { makeLlmAssessor } from '@leadline/assessor/llm';
import type { Lead } from '@leadline/engine';
import pino from 'pino';
import { expect, test } from 'vitest';
import { Metrics } from '../../../src/platform/base/metrics.ts';
import { asOperator } from '../../../src/platform/db/account-scope.ts';
import { LeadAssessor, type Llm } from '../../../src/scoring/assessment/lead-assessor.ts';

/** A single character that normalization turns into 18. */
const LIGATURE = 'ﷺ';
const LEAD: Lead = {
  name: '',
  email: '',
  phone: '',
  budget: '',
  message: '',
  source: '',
  custom_fields: Object.fromEntries(
    Array.from({ length: 120 }, (_, index) => [LIGATURE.repeat(996) + index, LIGATURE.repeat(550)]),
  ),
};

const LOCAL: Assessor = {
  assess: async () => ({ missing: 'busy' }),
  trouble: () => null,
  isLoading: () => false,
  close: async () => {},
};

test('an LLM costs the main thread no more than the clauses it reads, however long the lead is', async () => {
  const { redact, isHarmless } = makeRedactor();
  redact(LEAD.message);
  const lengths: number[] = [];
  const llm: Llm = {
    assessor: makeLlmAssessor({
      provider: 'openai-compatible',
      url: 'http://127.0.0.1:1/v1', // refuses connections
      model: 'test',
      key: null,
      timeoutMs: 500,
      prices: { input: 1, output: 1 },
    }),
    budget: { allows: async () => true, record: async () => {} } as unknown as Llm['budget'],
    redactor: {
      isHarmless,
      redact: (text) => {
        lengths.push(text.length);
        return redact(text);
      },
    },
  };
  const assessor = new LeadAssessor({
    local: LOCAL,
    llm,
    metrics: new Metrics(),
    logger: pino({ level: 'silent' }),
  });
  const caller = { liveAccountId: 'live', ai: 'llm', aiMonthlyDollars: null } as const;
  await assessor.assess({ ...asOperator('live'), ...caller }, LEAD, new Date());
  expect(lengths).toHaveLength(2 * 40);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(400);
  expect(lengths.reduce((sum, length) => sum + length)).toBeLessThanOrEqual(40 * (120 + 400));
});
