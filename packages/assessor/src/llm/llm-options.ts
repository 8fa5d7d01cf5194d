// The operator's LLM settings.

export interface LlmOptions {
  readonly provider: 'openai-compatible' | 'anthropic';
  /** The base URL, or null for the provider's default. Only Anthropic has one. */
  readonly url: string | null;
  readonly model: string;
  readonly key: string | null;
  readonly timeoutMs: number;
  readonly prices: LlmPrices;
}

/** US dollars per million tokens. */
export interface LlmPrices {
  readonly input: number;
  readonly output: number;
}
