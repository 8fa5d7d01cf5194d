// Converts requests for better-auth and parses its responses.

import type { FastifyRequest } from 'fastify';
import { CLIENT_ADDRESS_HEADER } from '../../../auth/security/library-client.ts';
import { NO_MAIL_HEADER } from '../../../auth/sessions/auth.ts';
import type { Sessions } from '../../../auth/sessions/sessions.ts';
import { toUuid } from '../../../platform/base/ids.ts';
import type { Call, CallContext, Fields } from './auth-call.ts';

export function toWebRequest(
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'signedIn'> & {
    readonly routeOptions: Pick<FastifyRequest['routeOptions'], 'url'>;
  },
  sessions: Sessions,
  { method, role, takes = [] }: Call,
  { fields, isMailWithheld }: Pick<CallContext, 'fields' | 'isMailWithheld'>,
): Request {
  const { baseURL = '' } = sessions.auth.options;
  const url = new URL(request.routeOptions.url ?? '', baseURL);
  // Use the account we checked, even if the session has switched to another one since.
  const accountId = role === undefined ? null : request.signedIn?.accountId;
  const given = Object.fromEntries(Object.entries(fields).filter(([name]) => takes.includes(name)));
  const passed = { ...given, ...(accountId == null ? {} : { organizationId: toUuid(accountId) }) };
  if (method === 'GET')
    for (const [name, value] of Object.entries(passed)) url.searchParams.set(name, String(value));
  const { 'user-agent': agent } = request.headers;
  const cookie = sessions.cookieOf(request);
  return new Request(url, {
    method,
    headers: {
      'content-type': 'application/json',
      // isSameOrigin has already checked the real origin.
      origin: url.origin,
      [CLIENT_ADDRESS_HEADER]: request.ip,
      ...(isMailWithheld ? { [NO_MAIL_HEADER]: 'yes' } : {}),
      ...(cookie === undefined ? {} : { cookie }),
      ...(agent === undefined ? {} : { 'user-agent': agent.slice(0, 500) }),
    },
    ...(method === 'POST' ? { body: JSON.stringify(passed) } : {}),
  });
}

export function readJson(text: string): Fields {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
