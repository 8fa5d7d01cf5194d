// One question to an LLM and its answer, or why there is none. It never throws, and what went wrong is told in our own
// words only: errors of the SDK hold headers, addresses and whatever the service wrote.

import {
  APICallError,
  type FinishReason,
  generateText,
  InvalidResponseDataError,
  jsonSchema,
  type LanguageModel,
  type LanguageModelUsage,
  NoObjectGeneratedError,
  Output,
} from 'ai';
import { AnswerTooLong } from './bounded-fetch.ts';
import type { LlmPrices } from './llm-options.ts';

// The SDK would print a warning with every call to a model that has no temperature.
globalThis.AI_SDK_LOG_WARNINGS = false;

export interface Question<T> {
  /** Ours alone. */
  readonly instructions: string;
  /** May hold what strangers wrote. */
  readonly prompt: string;
  readonly schema: Parameters<typeof jsonSchema>[0];
  /** Null: not an answer to this question. */
  readonly read: (answer: unknown) => T | null;
  readonly maxOutputTokens: number;
}

export interface LlmUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly dollars: number;
}

export interface NoReply {
  readonly ok: false;
  readonly why: 'timeout' | 'refused' | 'invalid' | 'failed';
  /** Null: no answer of the model was seen. */
  readonly usage: LlmUsage | null;
}

export type Reply<T> = { readonly ok: true; readonly value: T; readonly usage: LlmUsage } | NoReply;

export interface Asking {
  readonly model: LanguageModel;
  readonly timeoutMs: number;
  readonly prices: LlmPrices;
}

export async function askModel<T>(question: Question<T>, asking: Asking): Promise<Reply<T>> {
  const { instructions, prompt, maxOutputTokens } = question;
  const { model, timeoutMs, prices } = asking;
  try {
    const result = await generateText({
      model,
      instructions,
      prompt,
      output: Output.object({ schema: checkedBy(question) }),
      temperature: 0,
      maxOutputTokens,
      // Thinking would use up the few tokens there are.
      providerOptions: { anthropic: { thinking: { type: 'disabled' } } },
      // A lead waits for the answer.
      maxRetries: 0,
      timeout: timeoutMs,
      // Messages are not for whatever else in the process listens to the SDK.
      telemetry: { isEnabled: false },
    });
    const usage = priceUsage(result.usage, prices);
    if (result.finishReason === 'content-filter') return { ok: false, why: 'refused', usage };
    return hasOutput(result)
      ? { ok: true, value: result.output, usage }
      : { ok: false, why: 'invalid', usage };
  } catch (error) {
    return judgeError(error, prices);
  }
}

/** Where there is none, as when a model calls tools it was not given, the SDK throws if it is asked for it. */
const hasOutput = ({ finishReason, text }: { finishReason: FinishReason; text: string }): boolean =>
  finishReason === 'stop' || (finishReason !== 'tool-calls' && text !== '');

function checkedBy<T>({ schema, read }: Question<T>) {
  return jsonSchema<T>(schema, {
    validate: (answer) => {
      const value = read(answer);
      return value === null
        ? { success: false, error: new Error('not an answer') }
        : { success: true, value };
    },
  });
}

function judgeError(error: unknown, prices: LlmPrices): NoReply {
  if (NoObjectGeneratedError.isInstance(error)) {
    const why = error.finishReason === 'content-filter' ? 'refused' : 'invalid';
    return { ok: false, why, usage: error.usage === undefined ? null : priceUsage(error.usage, prices) };
  }
  return { ok: false, why: judgeFailure(error), usage: null };
}

function judgeFailure(error: unknown): NoReply['why'] {
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  if (error instanceof AnswerTooLong || InvalidResponseDataError.isInstance(error)) return 'invalid';
  if (!APICallError.isInstance(error)) return 'failed';
  if (error.statusCode === 200) return 'invalid';
  // Azure and those who follow it refuse a prompt by an error.
  return error.statusCode === 400 && error.responseBody?.includes('content_filter') ? 'refused' : 'failed';
}

function priceUsage({ inputTokens, outputTokens }: LanguageModelUsage, prices: LlmPrices): LlmUsage {
  const input = countTokens(inputTokens);
  const output = countTokens(outputTokens);
  return {
    inputTokens: input,
    outputTokens: output,
    dollars: (input * prices.input + output * prices.output) / 1_000_000,
  };
}

/** Some services do not count; what is no count is none. */
const countTokens = (tokens: number | undefined): number =>
  tokens !== undefined && Number.isSafeInteger(tokens) && tokens > 0 ? tokens : 0;
