// Structured logs without personal data. Only named fields are logged, never bodies, headers, URLs or query strings.

import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';

export type Logger = FastifyBaseLogger;

export interface Log {
  readonly logger: Logger;
  /** Flushes buffered lines. */
  close(): void;
}

/** Buffers lines for up to a second, because writing each one separately would cost more than scoring a lead. If
 * whatever reads the log stalls, lines are lost but the service isn't blocked. */
export function openLog(level: string): Log {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4_096, maxLength: 1_048_576 });
  const timer = setInterval(() => destination.flush(), 1_000).unref();
  return {
    logger: pino({ level, base: null }, destination),
    close: () => {
      clearInterval(timer);
      destination.flushSync();
    },
  };
}

/** Keeps the kind of error and the stack, but not the message or detail, which may quote personal data ("Key
 * (email)=(…) already exists", "…@acme.com is not valid JSON"). */
export function describeError(error: unknown): Record<string, unknown> {
  if (!isLikeError(error)) return { error: { name: typeof error } };
  const { name = 'Error', code, constraint, table, routine } = error;
  return {
    error: {
      name,
      code,
      constraint,
      table,
      routine,
      at: framesOf(error),
      ...(error.cause === undefined ? {} : { cause: describeError(error.cause).error }),
    },
  };
}

type ErrorLike = Pick<Error, 'message' | 'stack'> & Readonly<Record<string, unknown>>;

/** The job queue emits plain copies of errors, so `instanceof` doesn't work. */
const isLikeError = (error: unknown): error is ErrorLike =>
  typeof error === 'object' && error !== null && 'stack' in error && 'message' in error;

/** Skips the message, which may itself look like a stack trace. */
function framesOf({ stack = '', message }: ErrorLike): string[] {
  const end = stack.indexOf(message) + message.length;
  return stack
    .slice(end)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8);
}
