// An optional LLM alongside the local model that answers the questions about a lead and rephrases explanations. Whatever
// the model or the network does, the caller gets a valid answer in time, or the reason why there isn't one.

import type { Assessment, Clause, Explanation, LedgerEntry } from '@leadline/engine';
import { askForAnswers } from './answers.ts';
import { askModel, type LlmUsage, type NoReply, type Question, type Reply } from './ask-model.ts';
import { CircuitBreaker, type Clock } from './circuit-breaker.ts';
import { connectModel } from './connect-model.ts';
import { findInvention } from './find-invention.ts';
import type { LlmOptions } from './llm-options.ts';
import { askForPhrasing } from './phrasing.ts';

export type { LlmUsage } from './ask-model.ts';
export type { LlmOptions } from './llm-options.ts';

export type LlmAnswer =
  | { readonly ok: true; readonly assessment: Assessment; readonly usage: LlmUsage }
  | NoReply
  | NotAsked;

/** Returned while the circuit is open. */
export interface NotAsked {
  readonly ok: false;
  readonly why: 'circuit open';
  readonly usage: null;
}

/** If this isn't ok, show the computed explanation instead. */
export type LlmPhrasing =
  | { readonly ok: true; readonly explanation: Explanation; readonly usage: LlmUsage }
  | { readonly ok: false; readonly why: string; readonly usage: LlmUsage | null };

export interface LlmAssessor {
  /** Provider and model, as recorded in assessments. */
  readonly name: string;
  /** `redact` removes personal data from what is sent. */
  readonly assess: (clauses: readonly Clause[], redact: (text: string) => string) => Promise<LlmAnswer>;
  readonly rephrase: (explanation: Explanation, ledger: readonly LedgerEntry[]) => Promise<LlmPhrasing>;
  /** Whether calls are paused because the service kept failing. */
  readonly isOpen: () => boolean;
}

export function makeLlmAssessor(options: LlmOptions, now: Clock = () => performance.now()): LlmAssessor {
  const { provider, timeoutMs, prices, key } = options;
  const name = `${provider}/${options.model}`;
  const model = connectModel(options);
  const breaker = new CircuitBreaker(now);

  async function ask<T>(question: Question<T>): Promise<Reply<T> | NotAsked> {
    const permit = breaker.admit();
    if (permit === null) return NOT_ASKED;
    const reply = await askModel(question, { model, timeoutMs, prices });
    if (reply.ok || hasAnswered(reply)) permit.succeed();
    else permit.fail();
    return reply;
  }

  return {
    name,
    isOpen: () => breaker.isOpen(),
    assess: async (clauses, redact) => {
      const reply = await ask(askForAnswers(clauses, redact, name));
      return reply.ok ? { ok: true, assessment: reply.value, usage: reply.usage } : reply;
    },
    rephrase: async (explanation, ledger) => {
      const reply = await ask(askForPhrasing(explanation));
      if (!reply.ok) return reply;
      const { value, usage } = reply;
      // The service might echo the API key, and the reason below quotes the answer.
      if (key !== null && isOnlyIn(value, explanation, key)) return { ok: false, why: 'invalid', usage };
      const invention = findInvention(value, explanation, ledger);
      return invention === null
        ? { ok: true, explanation: value, usage }
        : { ok: false, why: invention, usage };
    },
  };
}

const NOT_ASKED: NotAsked = { ok: false, why: 'circuit open', usage: null };

/** A useless answer still counts as an answer. Otherwise a few confusing messages could open the circuit. */
const hasAnswered = ({ why, usage }: NoReply): boolean => why === 'refused' || usage !== null;

const isOnlyIn = (phrased: Explanation, original: Explanation, key: string): boolean =>
  JSON.stringify(phrased).includes(key) && !JSON.stringify(original).includes(key);
