// Connects to the configured model through the AI SDK.

import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { fetchBounded } from './bounded-fetch.ts';
import type { LlmOptions } from './llm-options.ts';

const ANTHROPIC_URL = 'https://api.anthropic.com/v1';

export function connectModel({ provider, url, model, key }: LlmOptions): LanguageModel {
  if (provider === 'anthropic') {
    // Without these, the SDK falls back to ANTHROPIC_BASE_URL and ANTHROPIC_API_KEY, which aren't Leadline's settings.
    return createAnthropic({ baseURL: url ?? ANTHROPIC_URL, apiKey: key ?? '', fetch: fetchBounded })(model);
  }
  if (url === null) throw new Error('An OpenAI-compatible LLM requires a URL. Set LLM_URL.');
  return createOpenAICompatible({
    name: provider,
    baseURL: url,
    ...(key !== null && { apiKey: key }),
    supportsStructuredOutputs: true,
    fetch: fetchBounded,
  })(model);
}
