// What every error response of the API has in common.

import { ERRORS, type ErrorCode } from '@leadline/contract/errors';
import { expect } from 'vitest';
import type { ApiResponse } from './call.ts';

/** The body must be exactly `{ success, error }`, and the error must contain these words. */
/** Whichever call it was: status, header and body must agree on `code`; `words` must be part of the sentence. */
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
    // The interface fixes the body of its calls to the letter, so the sentence has to name the condition.
    expect(rest).toStrictEqual({ success: false });
    expect(error.startsWith(ERRORS[code].condition)).toBe(true);
  }
}

/** The seconds in the `Retry-After` header, which must be there. */
export function retryAfter(response: ApiResponse): number {
  const seconds = response.headers.get('retry-after') ?? '';
  expect(seconds).toMatch(/^\d+$/);
  return Number(seconds);
}
