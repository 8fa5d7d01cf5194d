// The door of the assessor. What loads a model, reader.ts, and what asks an LLM, llm/, have doors of their own: a process
// that has messages read on threads needs neither.

export { type Assessor, startAssessor } from './assessor.ts';
export type { LlmAssessor, LlmOptions, LlmUsage } from './llm/llm-assessor.ts';
export { makeRedactor, type Redactor } from './redact.ts';
