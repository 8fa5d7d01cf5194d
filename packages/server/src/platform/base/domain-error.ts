// Thrown when a request can't be fulfilled. http/framework/errors.ts turns it into a response, and the CLI into a message and
// an exit code. Callers see the message, so it must never contain internals or another account's data.

import type { ErrorCode } from '@leadline/contract/errors';

interface Details {
  readonly retryAfterSeconds?: number;
  /** The invalid field. */
  readonly field?: string;
  readonly importIds?: readonly string[];
}

export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
  }
}

/** A temporary problem on our side; the caller should retry. */
export const overloaded = (message = 'please try again in a moment'): DomainError =>
  new DomainError('overloaded', message, { retryAfterSeconds: 2 });
