// The package's main entry point. reader.ts, which loads the model, and llm/ have entry points of their own, so that a
// process that only uses reading threads loads neither.

export { type Assessor, startAssessor } from './assessor.ts';
export type { LlmAssessor, LlmOptions, LlmUsage } from './llm/llm-assessor.ts';
export { makeRedactor, type Redactor } from './redact.ts';
