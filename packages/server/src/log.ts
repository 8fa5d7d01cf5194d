// Structured logs without personal data: what is logged is named here, one field at a time; bodies, headers,
// URLs and query strings never are.

import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';

export type Logger = FastifyBaseLogger;

export const makeLogger = (level: string): Logger => pino({ level, base: null });

/** An error's message or detail may quote what was sent ("Key (email)=(…) already exists", "…@acme.com is not
 * valid JSON"), so only where and of what kind it was is told. */
export function describeError(error: unknown): Record<string, unknown> {
  const { name, code, constraint, table, routine, stack, cause } = error as Record<string, unknown>;
  return {
    error: {
      name,
      code,
      constraint,
      table,
      routine,
      at:
        typeof stack === 'string'
          ? stack
              .split('\n')
              .filter((line) => line.startsWith('    at '))
              .slice(0, 8)
          : [],
      ...(cause === undefined ? {} : { cause: describeError(cause).error }),
    },
  };
}
