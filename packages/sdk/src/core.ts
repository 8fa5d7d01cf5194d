// What the client stands on, for the dashboard: it signs in by cookie and must stay small.

export { LeadlineError, toError } from './errors.ts';
export type { Answers } from './generated/operations.ts';
export type { CallOptions } from './options.ts';
export { Transport } from './transport.ts';
