// The package's main entry point. reader.ts (which loads the model) and llm/ have their own entry points, so a process
// that only uses reading threads doesn't load them.

export { type Assessor, loadAssessor, startAssessor } from './assessor.ts';
export type { LlmAssessor, LlmOptions, LlmUsage } from './llm/llm-assessor.ts';
export { makeRedactor, type Redactor } from './redact.ts';
