// Every error leaves as exactly {success, error}, whichever layer met it.

import { ERRORS, type ErrorBody, type ErrorCode } from '@leadline/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { describeError } from '../base/log.ts';
import { isDatabaseAway } from '../db/is-database-away.ts';
import { Unavailable } from '../leads/lead-writer.ts';
import { SealBroken } from '../webhooks/seal.ts';

export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | null;

  /** `detail` is for the caller: never another's data, never our insides. */
  constructor(code: ErrorCode, detail: string, retryAfterSeconds: number | null = null) {
    super(detail);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const errorBody = (code: ErrorCode, detail: string): ErrorBody => ({
  success: false,
  error: detail === '' ? code : `${code}: ${detail}`,
});

export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known =
    (error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE'
      ? new ApiError('too large', `a body holds ${showBytes(request.routeOptions.bodyLimit)} at most`)
      : toApiError(error);
  if (known.code === 'internal error') request.log.error(describeError(error), 'request failed');
  if (known.retryAfterSeconds !== null) reply.header('Retry-After', known.retryAfterSeconds);
  return reply.code(ERRORS[known.code]).send(errorBody(known.code, known.message));
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Unavailable) return overloaded();
  if (error instanceof SealBroken) {
    return new ApiError('not available', 'SECRET_KEY is not the one this webhook was made with');
  }
  const { code = '', validation, message } = error as FastifyError;
  if (validation !== undefined) return new ApiError('invalid input', message);
  const framework = FRAMEWORK_ERRORS[code];
  if (framework !== undefined) return framework;
  if (isDatabaseAway(error)) return overloaded();
  return new ApiError('internal error', 'this is our fault; please try again');
}

const overloaded = (): ApiError => new ApiError('overloaded', 'please try again in a moment', 2);

const FRAMEWORK_ERRORS: Readonly<Record<string, ApiError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new ApiError(
    'unsupported type',
    'send application/json, application/x-www-form-urlencoded, or JSON as text/plain',
  ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new ApiError(
    'invalid input',
    'the body is not as long as Content-Length says',
  ),
  FST_ERR_BAD_URL: new ApiError('invalid input', 'the address is not a valid URL'),
};

function showBytes(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'];
  const unit = Math.floor(Math.log2(bytes) / 10);
  return `${bytes / 1024 ** unit} ${units[unit]}`;
}
