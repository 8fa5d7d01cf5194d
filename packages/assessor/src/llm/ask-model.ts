// Asks an LLM one question and returns its answer, or the reason why there isn't one. Never throws or passes on an SDK
// error, since those can contain headers, URLs and anything the service sent.

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
import { ResponseTooLarge } from './bounded-fetch.ts';
import type { LlmPrices } from './llm-options.ts';

// Otherwise the SDK prints a warning on every call to a model that doesn't support temperature.
globalThis.AI_SDK_LOG_WARNINGS = false;

export interface Question<T> {
  /** Trusted: contains no text from leads. */
  readonly instructions: string;
  /** Untrusted: may contain text from leads. */
  readonly prompt: string;
  readonly schema: Parameters<typeof jsonSchema>[0];
  /** Parses the model's answer; null if it is invalid. */
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
  /** Null if the model never answered. */
  readonly usage: LlmUsage | null;
}

export type Reply<T> = { readonly ok: true; readonly value: T; readonly usage: LlmUsage } | NoReply;

export interface AskOptions {
  readonly model: LanguageModel;
  readonly timeoutMs: number;
  readonly prices: LlmPrices;
}

export async function askModel<T>(question: Question<T>, options: AskOptions): Promise<Reply<T>> {
  const { instructions, prompt, maxOutputTokens } = question;
  const { model, timeoutMs, prices } = options;
  try {
    const result = await generateText({
      model,
      instructions,
      prompt,
      output: Output.object({ schema: makeSchema(question) }),
      temperature: 0,
      maxOutputTokens,
      // Thinking would use up the small output budget.
      providerOptions: { anthropic: { thinking: { type: 'disabled' } } },
      // A lead is waiting for the answer.
      maxRetries: 0,
      timeout: timeoutMs,
      // Keeps messages away from any OpenTelemetry exporter in the process.
      telemetry: { isEnabled: false },
    });
    const usage = priceUsage(result.usage, prices);
    if (result.finishReason === 'content-filter') return { ok: false, why: 'refused', usage };
    return hasOutput(result)
      ? { ok: true, value: result.output, usage }
      : { ok: false, why: 'invalid', usage };
  } catch (error) {
    return classifyError(error, prices);
  }
}

/** Reading `output` throws if there isn't any, for example when the model called a tool it wasn't given. */
const hasOutput = ({ finishReason, text }: { finishReason: FinishReason; text: string }): boolean =>
  finishReason === 'stop' || (finishReason !== 'tool-calls' && text !== '');

function makeSchema<T>({ schema, read }: Question<T>) {
  return jsonSchema<T>(schema, {
    validate: (answer) => {
      const value = read(answer);
      return value === null
        ? { success: false, error: new Error('invalid answer') }
        : { success: true, value };
    },
  });
}

function classifyError(error: unknown, prices: LlmPrices): NoReply {
  if (NoObjectGeneratedError.isInstance(error)) {
    const why = error.finishReason === 'content-filter' ? 'refused' : 'invalid';
    return { ok: false, why, usage: error.usage === undefined ? null : priceUsage(error.usage, prices) };
  }
  return { ok: false, why: classifyFailure(error), usage: null };
}

function classifyFailure(error: unknown): NoReply['why'] {
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  if (error instanceof ResponseTooLarge || InvalidResponseDataError.isInstance(error)) return 'invalid';
  if (!APICallError.isInstance(error)) return 'failed';
  if (error.statusCode === 200) return 'invalid';
  // Azure and compatible services return an error when they refuse a prompt.
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

/** Some services report no token counts, or nonsensical ones. */
const countTokens = (tokens: number | undefined): number =>
  tokens !== undefined && Number.isSafeInteger(tokens) && tokens > 0 ? tokens : 0;
