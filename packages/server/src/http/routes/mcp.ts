// POST /mcp: tools for AI assistants. A tool calls the routes of this application, within the process and with the key of
// the request, so that it passes the same checks, limits and logs as any other call, and can do nothing that its key can't.

import { PATHS } from '@leadline/contract/paths';
import { ENGINE_VERSION } from '@leadline/engine';
import { answerMessage, PROTOCOL_VERSIONS } from '@leadline/mcp';
import { Leadline } from '@leadline/sdk';
import type { FastifyRequest } from 'fastify';
import { DomainError, overloaded } from '../../platform/base/domain-error.ts';
import { admitByHeader, callerOf, headerKey, keyMay } from '../admission/admit.ts';
import { MEDIUM_BODY } from '../bodies/body-limits.ts';
import { skipValidation } from '../framework/schema.ts';
import type { App } from '../framework/typed-app.ts';
import type { PartsOf } from './route-parts.ts';

/** Never called: requests stay in the process. */
const OWN_URL = 'http://localhost';
const VERSION_HEADER = 'mcp-protocol-version';

export function addMcp(app: App, { gate, compute }: PartsOf<'gate' | 'compute'>): void {
  app.post(PATHS.mcp, {
    bodyLimit: MEDIUM_BODY,
    onRequest: admitByHeader(gate),
    // The calls of a tool take turns themselves.
    config: { keyAccess: 'read', turns: 'none' },
    validatorCompiler: skipValidation,
    schema: { hide: true },
    handler: async (request, reply) => {
      requireKnownVersion(request);
      const hungUp = new AbortController();
      reply.raw.once('close', () => hungUp.abort());
      const answer = await answerMessage(
        request.body,
        {
          leadline: clientOf(app, request),
          mayWrite: keyMay(request, 'full'),
          version: ENGINE_VERSION,
          run: (work) => compute.mainThread.run(callerOf(request).liveAccountId, work),
        },
        { signal: hungUp.signal },
      ).catch((error: unknown) => {
        throw hungUp.signal.aborted ? overloaded() : error;
      });
      return answer === null ? reply.code(202).send() : reply.send(answer);
    },
  });
}

function requireKnownVersion({ headers }: FastifyRequest): void {
  const version = headers[VERSION_HEADER];
  if (version === undefined || PROTOCOL_VERSIONS.includes(String(version))) return;
  throw new DomainError(
    'invalid_input',
    `unknown MCP-Protocol-Version; this server knows ${PROTOCOL_VERSIONS.join(', ')}`,
  );
}

/** Failed calls aren't repeated here: the assistant decides whether to try again. */
const clientOf = (app: App, request: FastifyRequest): Leadline =>
  new Leadline({ url: OWN_URL, key: headerKey(request) ?? '', retries: 0, fetch: callWithin(app, request) });

const callWithin =
  (app: App, { ip, id }: FastifyRequest): typeof fetch =>
  async (url, { method, headers = {}, body } = {}) => {
    const { pathname, search } = new URL(String(url));
    const answer = await app.inject({
      method: method as 'GET',
      url: pathname + search,
      headers: { ...(headers as Record<string, string>), 'x-request-id': id },
      remoteAddress: ip,
      ...(body === undefined ? {} : { payload: body as string }),
    });
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
    });
  };
