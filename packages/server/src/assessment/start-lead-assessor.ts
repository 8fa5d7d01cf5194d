// Starts what reads messages, as the operator configured it. When it cannot start, the service goes on without it and
// says so.

import { makeRedactor, startAssessor } from '@leadline/assessor';
import type { AiConfig } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { LeadAssessor, type Llm } from './lead-assessor.ts';
import { LlmBudget } from './llm-budget.ts';

export async function startLeadAssessor(
  config: AiConfig | null,
  db: Database,
  metrics: Metrics,
  logger: Logger,
): Promise<LeadAssessor> {
  if (config === null) return new LeadAssessor({ local: null, llm: null, metrics, logger });
  const { threads, deadlineMs, modelFile, llm } = config;
  const local = await startAssessor({
    threads,
    deadlineMs,
    ...(modelFile === null ? {} : { modelFile }),
    onTrouble: (why) => logger.error({ why }, 'messages are not read: the local model is not available'),
  });
  return new LeadAssessor({ local, llm: llm && (await openLlm(llm, db)), metrics, logger });
}

/** Loaded only where there is one: it takes time and memory. */
async function openLlm(config: NonNullable<AiConfig['llm']>, db: Database): Promise<Llm> {
  const { makeLlmAssessor } = await import('@leadline/assessor/llm');
  return {
    assessor: makeLlmAssessor(config),
    budget: new LlmBudget(db, config.monthlyDollars),
    redactor: makeRedactor(),
  };
}
