// Behind a proxy that TRUSTED_PROXIES doesn't name, all clients seem to have the proxy's address, and share its sign-in
// limits. The operator should know.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '../../platform/base/log.ts';

export function warnOfUntrustedProxy(app: FastifyInstance, logger: Logger): void {
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && isForwarded(request) && !isFromTrustedProxy(request)) {
      hasWarned = true;
      logger.warn(
        'a request came through a proxy that is not in TRUSTED_PROXIES, so all its clients share one limit for sign-ins and sign-ups; set TRUSTED_PROXIES to the address of your proxy',
      );
    }
    done();
  });
}

const isForwarded = ({ headers }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;

/** `ips` are the addresses a request came through, as far as they are trusted, and its sender's. */
const isFromTrustedProxy = ({ ips = [] }: FastifyRequest): boolean => ips.length > 1;
