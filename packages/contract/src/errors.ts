// Every error a caller can meet: its status and the words its text begins with.

import { type Static, Type } from 'typebox';

export const ErrorBody = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ description: 'What is wrong, and what to do about it.' }),
  },
  { title: 'Error', additionalProperties: false },
);
export type ErrorBody = Static<typeof ErrorBody>;

export const ERRORS = {
  'invalid input': 400,
  'missing API key': 401,
  'invalid API key': 401,
  'not signed in': 401,
  'plan limit reached': 402,
  'not allowed': 403,
  'not found': 404,
  'method not allowed': 405,
  'request timeout': 408,
  'request in flight': 409,
  conflict: 409,
  'too large': 413,
  'unsupported type': 415,
  'expectation failed': 417,
  'idempotency key reused': 422,
  'rate limited': 429,
  'headers too large': 431,
  'internal error': 500,
  'not available': 501,
  overloaded: 503,
} as const;

export type ErrorCode = keyof typeof ERRORS;
