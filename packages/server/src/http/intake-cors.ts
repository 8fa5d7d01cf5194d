// Lets pages read the answers of an intake URL: those of the account's own sites, or of any site as long as the account
// has named none, because the URL is public anyway. Nobody is stopped from sending a lead by this: a form on a site that
// the owner forgot would lose its leads, and a bot doesn't send the header that browsers do.

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
  const { origin } = headers;
  if (origin !== undefined) {
    const isLimited = allowedOrigins !== null && allowedOrigins.length > 0;
    if (isLimited) reply.header('Vary', 'Origin');
    if (!isLimited) reply.header('Access-Control-Allow-Origin', '*');
    else if (allowedOrigins.includes(origin)) reply.header('Access-Control-Allow-Origin', origin);
    reply.header('Access-Control-Expose-Headers', 'Retry-After, X-Error-Code');
  }
  done(null, payload);
}

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
