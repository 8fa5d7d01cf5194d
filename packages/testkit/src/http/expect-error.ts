// Checks what all error responses of the API have in common.

import { ERRORS, type ErrorCode } from '@leadline/contract/errors';
import { expect } from 'vitest';
import type { ApiResponse } from './call.ts';

/** The status, `X-Error-Code` header and body must match the code, and the message must contain these words. */
export function expectError(
  response: Pick<ApiResponse, 'status' | 'body' | 'headers'>,
  code: ErrorCode,
  words = '',
): void {
  expect(response.headers.get('x-error-code')).toBe(code);
  expect(response).toMatchObject({ status: ERRORS[code].status });
  const { error, ...rest } = response.body;
  expect(error).toContain(words);
  if ('code' in rest) expect(rest).toMatchObject({ success: false, code });
  else {
    // The three interface calls have a fixed body without a code, so the message has to start with the condition.
    expect(rest).toStrictEqual({ success: false });
    expect(error.startsWith(ERRORS[code].condition)).toBe(true);
  }
}

/** Returns the seconds in the `Retry-After` header, which must be present. */
export function retryAfter(response: ApiResponse): number {
  const seconds = response.headers.get('retry-after') ?? '';
  expect(seconds).toMatch(/^\d+$/);
  return Number(seconds);
}
