// What every error response of the API has in common.

import { expect } from 'vitest';
import type { ApiResponse } from './call.ts';

/** The body must be exactly `{ success, error }`, and the error must contain these words. */
export function expectError(
  response: Pick<ApiResponse, 'status' | 'body'>,
  status: number,
  words: string,
): void {
  expect(response).toMatchObject({ status });
  expect(response.body).toStrictEqual({ success: false, error: expect.stringContaining(words) });
}

/** The seconds in the `Retry-After` header, which must be there. */
export function retryAfter(response: ApiResponse): number {
  const seconds = response.headers.get('retry-after') ?? '';
  expect(seconds).toMatch(/^\d+$/);
  return Number(seconds);
}
