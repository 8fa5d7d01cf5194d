// Assesses a lead's message with the AI that its account has chosen. Never throws and never exceeds its deadline,
// because scoring a lead without an assessment is better than scoring it late.

import type { Assessor, LlmAssessor, LlmUsage, Redactor } from '@leadline/assessor';
import {
  type Assessment,
  type Clause,
  type Explanation,
  type Lead,
  type LedgerEntry,
  type NoAssessment,
  splitLead,
} from '@leadline/engine';
import type { Caller } from '../../accounts/profile/caller.ts';
import { describeError, type Logger } from '../../platform/base/log.ts';
import type { Metrics } from '../../platform/base/metrics.ts';
import { actingAs } from '../../platform/db/account-scope.ts';
import type { LlmBudget } from './llm-budget.ts';
import { splitExplanation } from './split-explanation.ts';

export interface Llm {
  readonly assessor: LlmAssessor;
  readonly budget: LlmBudget;
  /** Removes personal data from everything sent to the LLM. */
  readonly redactor: Redactor;
}

export interface LeadAssessorParts {
  /** Null if the operator has switched AI off. */
  readonly local: Assessor | null;
  readonly llm: Llm | null;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

export type AiCaller = Pick<Caller, 'accountId' | 'liveAccountId' | 'actor' | 'ai' | 'aiMonthlyDollars'>;

/** Nearly always it is in memory. */
const MAX_BUDGET_MS = 250;

export class LeadAssessor {
  readonly #parts: LeadAssessorParts;
  #lastBatch: Promise<void> = Promise.resolve();

  constructor(parts: LeadAssessorParts) {
    this.#parts = parts;
  }

  /** For health checks. If the model is not available, the log says why. */
  state(): 'off' | 'loading' | 'ready' | 'not available' {
    const { local } = this.#parts;
    if (local === null) return 'off';
    if (local.isLoading()) return 'loading';
    return local.trouble() === null ? 'ready' : 'not available';
  }

  async close(): Promise<void> {
    await this.#parts.local?.close();
  }

  isOffFor({ ai }: AiCaller): boolean {
    return this.#parts.local === null || ai === 'off';
  }

  /** Returns null if there is no text to assess or AI is off. */
  async assess(caller: AiCaller, lead: Lead, now: Date): Promise<Assessment | NoAssessment | null> {
    const { local, metrics } = this.#parts;
    if (local === null || caller.ai === 'off') return null;
    const clauses = splitLead(lead);
    if (clauses.length === 0) return null;
    const start = performance.now();
    // By the live account, so that its test account gets no share of its own.
    const localAssessment = local.assess(clauses, now, caller.liveAccountId);
    const assessment =
      (caller.ai === 'llm' ? await this.#askLlm(caller, clauses) : null) ?? (await localAssessment);
    const by = 'missing' in assessment ? assessment.missing : assessment.by;
    metrics.assessments.inc({ by });
    metrics.assessSeconds.observe((performance.now() - start) / 1000);
    return assessment;
  }

  /** Returns null if the LLM may not be used or fails. */
  async #askLlm(caller: AiCaller, clauses: readonly Clause[]): Promise<Assessment | null> {
    const { llm } = this.#parts;
    if (llm === null || !(await this.#mayAsk(caller, llm))) return null;
    const { redact } = llm.redactor;
    const answer = await llm.assessor.assess(clauses, (text) => redactClause(redact, text));
    if (answer.usage !== null) this.#recordUsage(caller, llm, answer.usage);
    if (!answer.ok) this.#parts.metrics.llmFailures.inc({ why: answer.why });
    return answer.ok ? answer.assessment : null;
  }

  /** Assesses one batch at a time, to keep the thread available for single leads. Uses only the local model, which is
   * fast enough for a thousand leads. */
  assessMany(
    caller: AiCaller,
    leads: readonly (Lead | null)[],
    now: Date,
  ): Promise<(Assessment | NoAssessment | null)[]> {
    const local: AiCaller = { ...caller, ai: caller.ai === 'off' ? 'off' : 'local' };
    const batch = this.#lastBatch.then(() =>
      Promise.all(leads.map((lead) => (lead === null ? null : this.assess(local, lead, now)))),
    );
    const ignore = (): void => {};
    this.#lastBatch = batch.then(ignore, ignore);
    return batch;
  }

  /** Asks the LLM to reword an explanation without changing its meaning. Lines that quote the lead or contain contact
   * details are never sent and stay the same. */
  async phrase(caller: AiCaller, plain: Explanation, ledger: readonly LedgerEntry[]): Promise<Explanation> {
    const { llm, metrics } = this.#parts;
    if (caller.ai !== 'llm' || llm === null || !(await this.#mayAsk(caller, llm))) return plain;
    const { shareable, merge } = splitExplanation(plain, llm.redactor.isHarmless);
    const answer = await llm.assessor.rephrase(
      shareable,
      ledger.filter(({ text }) => llm.redactor.isHarmless(text)),
    );
    if (answer.usage !== null) this.#recordUsage(caller, llm, answer.usage);
    if (!answer.ok) metrics.llmFailures.inc({ why: 'phrasing' });
    return answer.ok ? merge(answer.explanation) : plain;
  }

  /** If the budget can't be read in time, the LLM is not used. */
  async #mayAsk(caller: AiCaller, { assessor, budget }: Llm): Promise<boolean> {
    const deny = (why: string): false => {
      this.#parts.metrics.llmFailures.inc({ why });
      return false;
    };
    if (assessor.isOpen()) return deny('circuit open');
    try {
      const allowed = budget.allows(actingAs(caller.actor, caller.accountId), caller.aiMonthlyDollars);
      return (await settleWithin(MAX_BUDGET_MS, allowed)) || deny('budget');
    } catch {
      return deny('budget unknown');
    }
  }

  /** Not awaited, so that the response is not delayed. */
  #recordUsage(caller: AiCaller, { budget }: Llm, usage: LlmUsage): void {
    const { metrics, logger } = this.#parts;
    metrics.llmTokens.inc({ direction: 'input' }, usage.inputTokens);
    metrics.llmTokens.inc({ direction: 'output' }, usage.outputTokens);
    metrics.llmDollars.inc(usage.dollars);
    budget
      .record(actingAs(caller.actor, caller.accountId), usage)
      .catch((error: Error) => logger.warn(describeError(error), 'failed to record LLM usage'));
  }
}

async function settleWithin<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('too late')), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A phone number can be split between two clauses, so long runs of digits are hidden too. */
const redactClause = (redact: Redactor['redact'], text: string): string =>
  redact(text).replace(/\p{Nd}{6,}/gu, 'a number');
