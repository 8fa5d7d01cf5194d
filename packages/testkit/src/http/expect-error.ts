// What every error response of the API has in common.

import { ERRORS, type ErrorCode } from '@leadline/contract/errors';
import { expect } from 'vitest';
import type { ApiResponse } from './call.ts';

/** Status, `X-Error-Code` header and body must agree on the code, and the sentence must contain these words. */
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
    // The three interface calls have a fixed body without a code, so the sentence has to start with the condition.
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
