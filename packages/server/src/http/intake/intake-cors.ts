// Lets the pages of every site read whether an intake URL accepted a lead, because visitors must be told. The lead's score
// is only for the account's own sites, or for all as long as the account has named none. The origin never decides whether a
// lead is stored: a form on a site that the owner forgot would lose its leads, and a bot can send any origin.

import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The origins that the key's account allows. Null if the key is unknown. */
    allowedOrigins: readonly string[] | null;
  }
}

const PREFLIGHT_SECONDS = 600;

/** A hook for intake URLs; use it as `onSend`, so that pages can read errors, too. */
export function allowOrigins(
  { headers, allowedOrigins }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload: unknown) => void,
): void {
  if (headers.origin !== undefined) {
    if (allowedOrigins !== null && allowedOrigins.length > 0) reply.header('Vary', 'Origin');
    reply.header('Access-Control-Allow-Origin', '*');
    reply.header('Access-Control-Expose-Headers', 'Retry-After, X-Error-Code');
  }
  done(null, payload);
}

/** Whether the request comes from a page of a site that the account doesn't list. */
export const isFromOtherSite = ({ headers: { origin }, allowedOrigins }: FastifyRequest): boolean =>
  origin !== undefined &&
  allowedOrigins !== null &&
  allowedOrigins.length > 0 &&
  !allowedOrigins.includes(origin);

/** Answers the request that browsers send before a POST with JSON. */
export function answerPreflight(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers({
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': 'Content-Type, Idempotency-Key',
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    })
    .send();
}
