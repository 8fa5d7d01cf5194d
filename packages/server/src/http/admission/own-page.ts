// Accepts sessions, sign-in and sign-up only from our own pages at our own address. A request to another name for this
// machine may come from a page whose name was pointed here after it loaded (DNS rebinding): to the browser, that page and
// we are the same site. API keys work under any name, because such a page has none.

import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../platform/base/domain-error.ts';
import { isSameOrigin } from './same-origin.ts';

/** Host names without ports, which a proxy or a tunnel may change. */
export interface OwnHosts {
  readonly publicUrl: string;
  readonly names: ReadonlySet<string>;
}

/** Names that no other site can have. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export const ownHosts = (publicUrl: string): OwnHosts => ({
  publicUrl,
  names: new Set([new URL(publicUrl).hostname, ...LOOPBACK]),
});

/** Behind a trusted proxy, this is the host in X-Forwarded-Host, if there is one. */
export const isOwnHost = ({ names }: OwnHosts, { host }: Pick<FastifyRequest, 'host'>): boolean =>
  names.has(URL.parse(`http://${host}`)?.hostname ?? '');

export function requireOwnPage({ hosts }: { readonly hosts: OwnHosts }, request: FastifyRequest): void {
  if (!isOwnHost(hosts, request))
    throw new DomainError('wrong_host', `open the dashboard at ${hosts.publicUrl}`);
  if (!isSameOrigin(request))
    throw new DomainError('cross_site_request', 'this request came from another site');
}
