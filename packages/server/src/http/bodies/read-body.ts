// Accepts bodies the way clients actually send them: JSON, forms, and JSON labelled as text or as a form.

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../platform/base/domain-error.ts';
import { unsupportedType } from '../framework/errors.ts';
import type { MainThreadShares } from '../limits/limit-main-thread.ts';
import { type BodyFormat, parseBody, readPairs, type UnreadBody } from './parse-body.ts';
import { type FormPair, readMultipart } from './read-multipart.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Keeps the raw body for the request log. */
    keepsRawBody?: true;
    /** Leaves a body that may be expensive to parse to the route, which gets an `UnreadBody`. */
    leavesBodyUnread?: true;
    /** Also accepts forms as multipart/form-data. */
    acceptsMultipart?: true;
  }
  interface FastifyRequest {
    /** Only set on routes with `keepsRawBody`, and only for content types we can parse, because we can't redact secrets
     * from anything else. */
    rawBody: Buffer | null;
    /** Set if the rest of the body won't be read, so that the connection can't be used for another request. */
    leavesBodyBehind: boolean;
  }
}

type Shares = Pick<MainThreadShares, 'run' | 'readBody' | 'requireAllowance'>;

export function acceptBodies(app: FastifyInstance, shares: Shares): void {
  app.decorateRequest('rawBody', null);
  app.decorateRequest('leavesBodyBehind', false);
  app.removeAllContentTypeParsers();
  const add = (type: string | RegExp, format: BodyFormat): void => {
    app.addContentTypeParser<Buffer>(
      type,
      { parseAs: 'buffer' },
      async (request: FastifyRequest, bytes: Buffer) => {
        checkEncoding(request);
        const { keepsRawBody, leavesBodyUnread } = request.routeOptions.config;
        if (keepsRawBody) request.rawBody = bytes;
        const unread: UnreadBody = { bytes, format };
        return leavesBodyUnread ? unread : shares.readBody(request, bytes.length, () => parseBody(unread));
      },
    );
  };
  add(/^application\/(?:[\w.-]+\+)?json(?:$|;)/, 'json');
  add(/^text\/plain(?:$|;)/, 'json');
  add(/^application\/x-www-form-urlencoded(?:$|;)/, 'form');
  acceptMultipart(app, shares);
}

function acceptMultipart(app: FastifyInstance, shares: Shares): void {
  app.addContentTypeParser(
    /^multipart\/form-data(?:$|;)/,
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const { acceptsMultipart, keepsRawBody } = request.routeOptions.config;
      if (!acceptsMultipart) throw unsupportedType();
      checkEncoding(request);
      const run = <T>(work: () => T): T => {
        shares.requireAllowance(request); // megabytes arrive in many chunks, after the first was admitted
        return shares.run(request, work);
      };
      try {
        const pairs = await readMultipart(request.headers, payload, run);
        return run(() => {
          if (keepsRawBody) request.rawBody = encodeForm(pairs);
          return readPairs(pairs);
        });
      } catch (error) {
        request.leavesBodyBehind = true;
        throw error;
      }
    },
  );
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.leavesBodyBehind) reply.header('Connection', 'close');
    done(null, payload);
  });
}

/** The log keeps the text of a multipart form the way other forms send it: without files and boundaries. */
const encodeForm = (pairs: readonly FormPair[]): Buffer =>
  Buffer.from(new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString());

function checkEncoding({ headers }: FastifyRequest): void {
  const charset = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw new DomainError('unsupported_type', 'the body must be encoded as UTF-8');
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new DomainError('unsupported_type', 'the body must not be compressed');
  }
}
