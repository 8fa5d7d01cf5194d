// Starts the AI as the operator configured it. Loading the model takes seconds, so the API doesn't wait for it: leads that
// arrive earlier are scored without AI. If the model can't be loaded, the service runs without it and logs why.

import { type LlmOptions, loadAssessor, makeRedactor } from '@leadline/assessor';
import type { Logger } from '../../platform/base/log.ts';
import type { Metrics } from '../../platform/base/metrics.ts';
import type { AccountDatabase } from '../../platform/db/account-scope.ts';
import { LeadAssessor, type Llm } from './lead-assessor.ts';
import { LlmBudget } from './llm-budget.ts';

export interface AiConfig {
  readonly threads: number;
  readonly deadlineMs: number;
  /** Null to use the bundled model. */
  readonly modelFile: string | null;
  /** Null if messages must not leave this machine. */
  readonly llm: (LlmOptions & { readonly monthlyDollars: number | null }) | null;
}

export interface LlmSpending {
  /** Where that of each account is stored. */
  readonly db: AccountDatabase;
  readonly readTotal: (month: Date) => Promise<number>;
}

export async function startLeadAssessor(
  config: AiConfig | null,
  spending: LlmSpending,
  metrics: Metrics,
  logger: Logger,
): Promise<LeadAssessor> {
  if (config === null) return new LeadAssessor({ local: null, llm: null, metrics, logger });
  const { threads, deadlineMs, modelFile, llm } = config;
  const { assessor: local } = loadAssessor({
    threads,
    deadlineMs,
    ...(modelFile === null ? {} : { modelFile }),
    onTrouble: (why) => logger.error({ why }, 'local model not available; leads are scored without AI'),
  });
  return new LeadAssessor({ local, llm: llm && (await openLlm(llm, spending)), metrics, logger });
}

/** Imported on demand, because loading it takes time and memory. */
async function openLlm(config: NonNullable<AiConfig['llm']>, { db, readTotal }: LlmSpending): Promise<Llm> {
  const { makeLlmAssessor } = await import('@leadline/assessor/llm');
  return {
    assessor: makeLlmAssessor(config),
    budget: new LlmBudget(db, readTotal, config.monthlyDollars),
    redactor: makeRedactor(),
  };
}
