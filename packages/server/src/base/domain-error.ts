// Anything that cannot be done as asked. http/errors.ts turns it into a response, the command line into a line and an
// exit code; the message is for the person who asked, so it never holds another account's data or our internals.

import type { ErrorCode } from '@leadline/contract/errors';

interface Details {
  readonly retryAfterSeconds?: number;
  /** The field that is wrong. */
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

/** The caller did nothing wrong and should come back in a moment. */
export const overloaded = (message = 'please try again in a moment'): DomainError =>
  new DomainError('overloaded', message, { retryAfterSeconds: 2 });
