// Adds intake requests to the request log once they have been answered.

import type { FormTool } from '@leadline/engine';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  preSerializationHookHandler,
} from 'fastify';
import type { RequestLog } from '../../leads/request-log/request-log.ts';
import { readId } from '../../platform/base/ids.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The response body. Only set on routes that log their requests. */
    answer: { readonly lead_id?: string } | null;
    /** The form tool whose payload the body is. */
    tool: FormTool | null;
  }
}

/** Spread these options into a route. */
export interface IntakeLogging {
  readonly config: { readonly keepsRawBody: true };
  readonly preSerialization: preSerializationHookHandler;
  readonly onResponse: (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;
}

/** Logs a rejected key only once per interval. Otherwise, a form that keeps using it would push everything else out of
 * the log. */
const REJECTED_KEY_INTERVAL_MS = 10 * 60_000;
const MAX_REJECTED_KEYS = 1_000;

export function logIntake(app: FastifyInstance, log: Pick<RequestLog, 'add'>): IntakeLogging {
  app.decorateRequest('answer', null);
  app.decorateRequest('tool', null);
  const loggedAt = new Map<string, number>();
  const isRepeated = ({ rejectedAccount, routeOptions, failure }: FastifyRequest): boolean => {
    if (rejectedAccount === null) return false;
    const subject = `${rejectedAccount} ${routeOptions.url} ${failure?.code}`;
    const now = performance.now();
    if (now - (loggedAt.get(subject) ?? Number.NEGATIVE_INFINITY) < REJECTED_KEY_INTERVAL_MS) return true;
    if (loggedAt.size >= MAX_REJECTED_KEYS) loggedAt.clear();
    loggedAt.set(subject, now);
    return false;
  };
  return {
    config: { keepsRawBody: true },
    preSerialization: (request, _reply, payload, done) => {
      request.answer = payload as FastifyRequest['answer'];
      done(null, payload);
    },
    onResponse: (request, reply, done) => {
      if (!isRepeated(request)) addToLog(log, request, reply);
      done();
    },
  };
}

function addToLog(log: Pick<RequestLog, 'add'>, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode: status } = reply;
  const { answer, caller, failure, headers, keyActor, rawBody, routeOptions, tool } = request;
  const accountId = caller?.accountId ?? request.rejectedAccount;
  // Skip requests that came from unknown callers, exceeded the rate limit, or were aborted.
  if (accountId === null || status === 429 || answer === null) return;
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  log.add({
    accountId,
    liveAccountId: caller?.liveAccountId ?? accountId,
    path: (routeOptions.url ?? '').replace(':token', '…'),
    contentType: headers['content-type'] ?? '',
    body: rawBody ?? (hasBody ? null : EMPTY_BODY),
    status,
    code: failure?.code ?? null,
    error: failure?.message ?? null,
    leadId: answer.lead_id === undefined ? null : readId('lead', answer.lead_id),
    keyId: keyActor === null ? null : readId('key', keyActor),
    tool,
  });
}

const EMPTY_BODY = Buffer.alloc(0);
