// Has the message of a lead read by whom its account chose. Never fails and never takes longer than it may: a lead is
// scored without an assessment rather than late.

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
import type { Caller } from '../accounts/caller.ts';
import { describeError, type Logger } from '../base/log.ts';
import type { Metrics } from '../base/metrics.ts';
import type { LlmBudget } from './llm-budget.ts';
import { partExplanation } from './part-explanation.ts';

export interface Llm {
  readonly assessor: LlmAssessor;
  readonly budget: LlmBudget;
  /** What leaves this machine. */
  readonly redactor: Redactor;
}

export interface LeadAssessorParts {
  /** Null: the operator wants no AI. */
  readonly local: Assessor | null;
  readonly llm: Llm | null;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

export type AiCaller = Pick<Caller, 'accountId' | 'actor' | 'ai' | 'aiMonthlyDollars'>;

export class LeadAssessor {
  readonly #parts: LeadAssessorParts;
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: LeadAssessorParts) {
    this.#parts = parts;
  }

  /** For whoever asks whether the process is well; the log says why not. */
  state(): 'off' | 'ready' | 'not available' {
    const { local } = this.#parts;
    if (local === null) return 'off';
    return local.trouble() === null ? 'ready' : 'not available';
  }

  async close(): Promise<void> {
    await this.#parts.local?.close();
  }

  /** Null: there is nothing to read, or nobody is to read it. */
  async assess(caller: AiCaller, lead: Lead, now: Date): Promise<Assessment | NoAssessment | null> {
    const { local, metrics } = this.#parts;
    if (local === null || caller.ai === 'off') return null;
    const clauses = splitLead(lead);
    if (clauses.length === 0) return null;
    const start = performance.now();
    const reading = local.assess(clauses, now);
    const assessment = (caller.ai === 'llm' ? await this.#askLlm(caller, clauses) : null) ?? (await reading);
    const by = 'missing' in assessment ? assessment.missing : assessment.by;
    metrics.assessments.inc({ by });
    metrics.assessSeconds.observe((performance.now() - start) / 1000);
    return assessment;
  }

  /** Null: the LLM could not, would not or may not say. */
  async #askLlm(caller: AiCaller, clauses: readonly Clause[]): Promise<Assessment | null> {
    const { llm } = this.#parts;
    if (llm === null || !(await this.#mayAsk(caller, llm))) return null;
    const { redact } = llm.redactor;
    const answer = await llm.assessor.assess(
      clauses.map(({ question, text }) => ({
        question: question === null ? null : redactClause(redact, question),
        text: redactClause(redact, text),
      })),
    );
    if (answer.usage !== null) this.#count(caller, llm, answer.usage);
    if (!answer.ok) this.#parts.metrics.llmFailures.inc({ why: answer.why });
    return answer.ok ? answer.assessment : null;
  }

  /** Leads that come together: in turns, so that those that come alone find the thread free, and by the local model alone,
   * which is quick enough for a thousand. */
  assessMany(
    caller: AiCaller,
    leads: readonly (Lead | null)[],
    now: Date,
  ): Promise<(Assessment | NoAssessment | null)[]> {
    const local: AiCaller = { ...caller, ai: caller.ai === 'off' ? 'off' : 'local' };
    const turn = this.#turn.then(() =>
      Promise.all(leads.map((lead) => (lead === null ? null : this.assess(local, lead, now)))),
    );
    const isOver = (): void => {};
    this.#turn = turn.then(isOver, isOver);
    return turn;
  }

  /** The explanation in better words, where an LLM has them and they say nothing else. Lines that quote the lead or name
   * an address stay here, as they are. */
  async phrase(caller: AiCaller, plain: Explanation, ledger: readonly LedgerEntry[]): Promise<Explanation> {
    const { llm, metrics } = this.#parts;
    if (caller.ai !== 'llm' || llm === null || !(await this.#mayAsk(caller, llm))) return plain;
    const { open, merge } = partExplanation(plain, llm.redactor.isHarmless);
    const answer = await llm.assessor.rephrase(
      open,
      ledger.filter(({ text }) => llm.redactor.isHarmless(text)),
    );
    if (answer.usage !== null) this.#count(caller, llm, answer.usage);
    if (!answer.ok) metrics.llmFailures.inc({ why: 'phrasing' });
    return answer.ok ? merge(answer.explanation) : plain;
  }

  /** A budget that cannot be looked up is no licence to spend. */
  async #mayAsk(caller: AiCaller, { assessor, budget }: Llm): Promise<boolean> {
    const refuse = (why: string): false => {
      this.#parts.metrics.llmFailures.inc({ why });
      return false;
    };
    if (assessor.isOpen()) return refuse('circuit open');
    try {
      return (await budget.allows(caller, caller.aiMonthlyDollars)) || refuse('budget');
    } catch {
      return refuse('budget unknown');
    }
  }

  /** Not waited for: the lead's answer is ready. */
  #count(caller: AiCaller, { budget }: Llm, usage: LlmUsage): void {
    const { metrics, logger } = this.#parts;
    metrics.llmTokens.inc({ direction: 'input' }, usage.inputTokens);
    metrics.llmTokens.inc({ direction: 'output' }, usage.outputTokens);
    metrics.llmDollars.inc(usage.dollars);
    budget
      .record(caller, usage)
      .catch((error: Error) => logger.warn(describeError(error), 'what the LLM cost could not be recorded'));
  }
}

/** A number may be cut in two by the end of a clause: what is left of it is hidden as well. */
const redactClause = (redact: Redactor['redact'], text: string): string =>
  redact(text).replace(/\p{Nd}{6,}/gu, 'a number');
