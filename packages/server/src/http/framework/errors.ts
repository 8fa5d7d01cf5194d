// Turns every error, whichever layer it comes from, into a response with a status, a stable code and a sentence.

import type { ErrorBody, InterfaceError } from '@leadline/contract';
import { ERROR_CODE_HEADER, ERRORS, type ErrorCode } from '@leadline/contract/errors';
import { PATHS } from '@leadline/contract/paths';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, overloaded } from '../../platform/base/domain-error.ts';
import { formatBytes } from '../../platform/base/format-bytes.ts';
import { describeError } from '../../platform/base/log.ts';
import { isDatabaseDown } from '../../platform/db/is-database-down.ts';
import { isBrowserForm, sendProblem } from './browser-pages.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request failed. */
    failure: DomainError | null;
  }
}

export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known =
    (error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE'
      ? new DomainError('too_large', `the body is limited to ${formatBytes(request.routeOptions.bodyLimit)}`)
      : toDomainError(error);
  request.failure = known;
  if (known.code === 'internal_error') request.log.error(describeError(error), 'request failed');
  const { retryAfterSeconds } = known.details;
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
  const links = [reply.getHeader('Link'), linkHelp(known.code)].filter((link) => link !== undefined);
  reply.code(ERRORS[known.code].status).headers({ [ERROR_CODE_HEADER]: known.code, Link: links.join(', ') });
  if (isBrowserForm(request)) {
    request.answer = {};
    return sendProblem(request, reply, known);
  }
  return reply.send(
    isInterfaceCall(request.url) ? interfaceError(known.code, known.message) : errorBody(known),
  );
}

/** Where the documentation site explains the code. */
const linkHelp = (code: ErrorCode): string => `</docs/errors.html#${code}>; rel="help"`;

/** The error bodies of these calls can't change, because form tools depend on them. */
const INTERFACE_PATHS: ReadonlySet<string> = new Set([PATHS.webhook, PATHS.score, PATHS.explain]);

const isInterfaceCall = (url: string): boolean => {
  const path = (url.split('?', 1)[0] as string).replace(/\/{2,}/g, '/').replace(/\/$/, '');
  return INTERFACE_PATHS.has(path);
};

export const interfaceError = (code: ErrorCode, message: string): InterfaceError => ({
  success: false,
  error: message === '' ? ERRORS[code].condition : `${ERRORS[code].condition}: ${message}`,
});

export const errorBody = ({ code, message, details: { field, importIds } }: DomainError): ErrorBody => ({
  success: false,
  code,
  error: message,
  ...(field === undefined ? {} : { field }),
  ...(importIds === undefined ? {} : { import_ids: [...importIds] }),
});

function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const framework = FRAMEWORK_ERRORS[(error as FastifyError).code ?? ''];
  if (framework !== undefined) return framework;
  if (isDatabaseDown(error)) return overloaded();
  return new DomainError('internal_error', 'something went wrong on our side; please try again');
}

export function unsupportedType(): DomainError {
  return new DomainError(
    'unsupported_type',
    'send application/json, application/x-www-form-urlencoded, or JSON as text/plain',
  );
}

const FRAMEWORK_ERRORS: Readonly<Record<string, DomainError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedType(),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new DomainError(
    'invalid_http',
    'the body does not match its Content-Length',
  ),
  FST_ERR_BAD_URL: new DomainError('invalid_http', 'the URL is not valid'),
};
