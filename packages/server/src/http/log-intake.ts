// Hands requests that bring leads over to the log of what was received, once they are answered.

import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  preSerializationHookHandler,
} from 'fastify';
import { readId } from '../base/ids.ts';
import type { RequestLog } from '../request-log/request-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What it was answered, of a route that keeps its requests. */
    answer: { readonly lead_id?: string } | null;
  }
}

/** What a route takes up into its own options. */
export interface IntakeLogging {
  readonly config: { readonly keepsRawBody: true };
  readonly preSerialization: preSerializationHookHandler;
  readonly onResponse: (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;
}

/** Of a form that sends with a refused key, one in this time is enough to see it, and pushes out nothing else. */
const REFUSED_KEY_EVERY_MS = 10 * 60_000;
const MAX_REFUSED_KEYS = 1_000;

export function logIntake(app: FastifyInstance, log: RequestLog): IntakeLogging {
  app.decorateRequest('answer', null);
  const keptAt = new Map<string, number>();
  const isRepeated = ({ rejectedAccount, routeOptions, failure }: FastifyRequest): boolean => {
    if (rejectedAccount === null) return false;
    const about = `${rejectedAccount} ${routeOptions.url} ${failure?.code}`;
    const now = performance.now();
    if (now - (keptAt.get(about) ?? Number.NEGATIVE_INFINITY) < REFUSED_KEY_EVERY_MS) return true;
    if (keptAt.size >= MAX_REFUSED_KEYS) keptAt.clear();
    keptAt.set(about, now);
    return false;
  };
  return {
    config: { keepsRawBody: true },
    preSerialization: (request, _reply, payload, done) => {
      request.answer = payload as FastifyRequest['answer'];
      done(null, payload);
    },
    onResponse: (request, reply, done) => {
      if (!isRepeated(request)) keep(log, request, reply);
      done();
    },
  };
}

function keep(log: RequestLog, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode: status } = reply;
  const { answer, caller, failure, headers, rawBody, routeOptions } = request;
  const accountId = caller?.accountId ?? request.rejectedAccount;
  // Neither one of nobody we know, nor one of too many, nor one that was broken off.
  if (accountId === null || status === 429 || answer === null) return;
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  log.add({
    accountId,
    path: (routeOptions.url ?? '').replace(':token', '…'),
    contentType: headers['content-type'] ?? '',
    body: rawBody ?? (hasBody ? null : NOTHING),
    status,
    code: failure?.code ?? null,
    error: failure?.message ?? null,
    leadId: answer.lead_id === undefined ? null : readId('lead', answer.lead_id),
  });
}

const NOTHING = Buffer.alloc(0);
