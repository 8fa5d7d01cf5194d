// How large a body may be. Every route that accepts one says which limit it has, so that nobody can make the main thread
// parse more than the route can use.

import { MAX_BODY_BYTES, MAX_SETTINGS_BYTES } from '@leadline/contract/limits';
import type { FastifyInstance } from 'fastify';

const KIB = 1024;

/** A few IDs, names and choices. */
export const SMALL_BODY = 4 * KIB;
/** A text or a list as well. A note has 2,000 characters, each of which JSON may escape in 12 bytes. */
export const MEDIUM_BODY = 32 * KIB;
/** Changes to the settings, some of whose characters are escaped. */
export const SETTINGS_BODY = 2 * MAX_SETTINGS_BYTES;
/** Leads, routing rules, or the columns of a file. */
export const LARGE_BODY = MAX_BODY_BYTES;

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Call this before adding routes. */
export function requireBodyLimits(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, bodyLimit }) => {
    if ([method].flat().some((name) => !WITHOUT_BODY.has(name)) && bodyLimit === undefined)
      throw new Error(`${method} ${url} has no bodyLimit`);
  });
}
