// An error as the API sends it, for tests that make a route fail.

import { ERRORS, type ErrorCode } from '@leadline/contract/errors';

export const errorResponse = (code: ErrorCode, error = 'this request was made to fail') => ({
  status: ERRORS[code].status,
  json: { success: false, code, error },
});
