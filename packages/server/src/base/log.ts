// Structured logs without personal data: what is logged is named here, one field at a time; bodies, headers,
// URLs and query strings never are.

import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';

export type Logger = FastifyBaseLogger;

export interface Log {
  readonly logger: Logger;
  /** Writes what is still held back. */
  close(): void;
}

/** Lines are written together, a few kilobytes or a second at a time: a write for each would cost more than the
 * lead it is about. A reader that stalls loses lines and never holds up the service. */
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

/** An error's message or detail may quote what was sent ("Key (email)=(…) already exists", "…@acme.com is not
 * valid JSON"), so only where and of what kind it was is told. */
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

/** The job queue tells of copies of errors, which are none themselves. */
const isLikeError = (error: unknown): error is ErrorLike =>
  typeof error === 'object' && error !== null && 'stack' in error && 'message' in error;

/** The stack behind the message, which may itself look like a stack. */
function framesOf({ stack = '', message }: ErrorLike): string[] {
  const end = stack.indexOf(message) + message.length;
  return stack
    .slice(end)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8);
}
