// The door of the assessor. What asks an LLM has a door of its own, llm/: most installations never load it.

export { type Assessor, startAssessor } from './assessor.ts';
export type { LlmAssessor, LlmOptions, LlmUsage } from './llm/llm-assessor.ts';
export { makeReader, type Reader } from './reader.ts';
export { makeRedactor, type Redactor } from './redact.ts';
