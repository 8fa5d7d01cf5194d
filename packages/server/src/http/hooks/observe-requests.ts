// Gives every request an ID, records it in the metrics, and logs it if it fails. Anyone can send requests that fail, so only
// so many of them are logged.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Logger, leavesNothingOut } from '../../platform/base/log.ts';
import type { Metrics } from '../../platform/base/metrics.ts';
import { RepeatedLines } from '../../platform/base/repeated-lines.ts';

/** A kind is a status of a route. About 36 MB a day, whatever strangers do. */
const OF_STRANGERS = { perKind: 10, inAll: 100 };
/** A kind is an account. */
const OF_ACCOUNTS = { perKind: 100, inAll: 1_000 };

/** Callers can set the ID so that they can match their logs with ours. It must not contain an API key. */
const REQUEST_ID = /^(?!.*ll_(?:live|test|intake)_)[\w.:-]{1,128}$/;

export function readRequestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

export function observeRequests(app: FastifyInstance, logger: Logger, metrics: Metrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    done();
  });
  const report = (leftOut: Readonly<Record<string, number>>): void =>
    logger.info({ leftOut }, 'failed requests were left out of the log');
  const ofStrangers = new RepeatedLines({ ...OF_STRANGERS, report });
  const ofAccounts = new RepeatedLines({ ...OF_ACCOUNTS, report });
  app.addHook('onClose', (_instance, done) => {
    ofStrangers.close();
    ofAccounts.close();
    done();
  });
  const isDue = ({ caller, rejectedAccount }: FastifyRequest, route: string, status: number): boolean => {
    if (status < 400 || leavesNothingOut(logger)) return true;
    const account = caller?.accountId ?? rejectedAccount;
    return account === null ? ofStrangers.isDue(`${status} ${route}`) : ofAccounts.isDue(account);
  };
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.observeRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    if (!isDue(request, route, reply.statusCode)) return done();
    // Successful requests are in the metrics; logging them too would cost a tenth of our throughput.
    const level = reply.statusCode < 400 ? 'debug' : 'info';
    logger[level]({
      request: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      account: request.caller?.accountId,
      caller: request.caller?.actor,
    });
    done();
  });
}
