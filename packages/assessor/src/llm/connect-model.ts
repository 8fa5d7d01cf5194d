// The model an operator chose, through the AI SDK.

import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { fetchBounded } from './bounded-fetch.ts';
import type { LlmOptions } from './llm-options.ts';

const ANTHROPIC_URL = 'https://api.anthropic.com/v1';

export function connectModel({ provider, url, model, key }: LlmOptions): LanguageModel {
  if (provider === 'anthropic') {
    // What is left out, the SDK takes from ANTHROPIC_BASE_URL and ANTHROPIC_API_KEY: nobody set those for us.
    return createAnthropic({ baseURL: url ?? ANTHROPIC_URL, apiKey: key ?? '', fetch: fetchBounded })(model);
  }
  if (url === null) throw new Error('an OpenAI-compatible LLM needs a URL');
  return createOpenAICompatible({
    name: provider,
    baseURL: url,
    ...(key !== null && { apiKey: key }),
    supportsStructuredOutputs: true,
    fetch: fetchBounded,
  })(model);
}
