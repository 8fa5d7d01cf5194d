// Structured logs without personal data. Only named fields are logged, never bodies, headers, URLs or query strings.

import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { LogSink } from './log-sink.ts';
import { RepeatedLines } from './repeated-lines.ts';

export type Logger = FastifyBaseLogger;

export interface Log {
  readonly logger: Logger;
  /** Lines dropped so far, because standard output didn't take them. */
  readonly dropped: () => number;
  /** Writes what is buffered, without waiting for a reader that doesn't read. */
  close(): Promise<void>;
}

/** A job that fails for every lead, or a receiver that breaks every delivery, says so often enough. */
const REPEATED_MESSAGES = { perKind: 60, inAll: 600 };

/** Buffers lines for up to a second, because writing each one separately would cost more than scoring a lead. */
export function openLog(level: string): Log {
  const sink = new LogSink(describeDropped);
  const reporter = pino({ level: 'warn', base: null }, sink);
  const messages = new RepeatedLines({
    ...REPEATED_MESSAGES,
    report: (leftOut) => reporter.warn({ leftOut }, 'repeated log lines were left out'),
  });
  return {
    logger: pino(
      {
        level,
        base: null,
        hooks: {
          logMethod(args, method) {
            const message: unknown = typeof args[0] === 'string' ? args[0] : args[1];
            if (typeof message !== 'string' || leavesNothingOut(this) || messages.isDue(message))
              method.apply(this, args);
          },
        },
      },
      sink,
    ),
    dropped: () => sink.dropped,
    close: () => {
      messages.close();
      return sink.close();
    },
  };
}

/** At `debug` and `trace`, which an operator chooses for a while. */
export const leavesNothingOut = ({ level }: Pick<Logger, 'level'>): boolean =>
  level === 'debug' || level === 'trace';

const describeDropped = (dropped: number): string =>
  `${JSON.stringify({
    level: pino.levels.values.warn,
    time: Date.now(),
    dropped,
    msg: `${dropped} log lines were dropped, because standard output did not take them`,
  })}\n`;

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
