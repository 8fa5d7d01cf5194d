// Connects to hosts chosen by customers. Each name is resolved once, all its addresses are checked, and the socket
// connects to one of them, so DNS rebinding has no effect. One blocked address blocks the whole name: no legitimate
// host mixes public and blocked addresses, and the race between IPv4 and IPv6 could otherwise pick the blocked one.
//
// Reused connections don't need another check, because they still go to the address that was checked. They are closed
// after a minute anyway, in case the host has moved.
//
// We rely on two features of undici, which the tests verify: `request` doesn't follow redirects, and an explicit Agent
// ignores the proxy settings in the environment.

import { lookup as lookUpName } from 'node:dns';
import { isIPv6, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { DomainError } from '../../platform/base/domain-error.ts';
import { checkAddress, checkTarget, type TargetPolicy } from './check-target.ts';

export { checkTarget, type TargetPolicy };

const IDLE_TIMEOUT_MS = 10_000;
const MAX_CONNECTION_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5_000;

export interface SafeAgentOptions {
  /** Defaults to the system's resolver. Called with `all: true`. */
  readonly lookup?: LookupFunction;
  /** Covers the DNS lookup, the connection and the TLS handshake. */
  readonly connectTimeoutMs?: number;
}

/** An undici Agent that checks every new connection. */
export function openSafeAgent(
  policy: TargetPolicy,
  { lookup = lookUpName, connectTimeoutMs = CONNECT_TIMEOUT_MS }: SafeAgentOptions = {},
): Agent {
  return new Agent({
    connect: checkedConnector(policy, lookup, connectTimeoutMs),
    // HTTP/2 has no benefit for single requests and would give hostile servers one more protocol to abuse.
    allowH2: false,
    keepAliveTimeout: IDLE_TIMEOUT_MS,
    // Also needed, because a server can ask for a longer keep-alive, and a busy connection is never idle.
    keepAliveMaxTimeout: MAX_CONNECTION_MS,
    clientTtl: MAX_CONNECTION_MS,
  });
}

function checkedConnector(
  policy: TargetPolicy,
  lookup: LookupFunction,
  timeout: number,
): buildConnector.connector {
  const connect = buildConnector({
    lookup: checkedLookup(policy, lookup),
    timeout,
    allowH2: false,
    // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED can change the default.
    rejectUnauthorized: true,
  });
  return ({ protocol, hostname, port }, callback) => {
    const host = isIPv6(hostname) ? `[${hostname}]` : hostname;
    // Sockets only look up names, so an IP address in the URL has to be checked here.
    const problem = checkTarget(`${protocol}//${host}:${port}`, policy);
    if (problem !== null) {
      queueMicrotask(() => callback(new DomainError('blocked_url', problem), null));
      return;
    }
    // Leaves out undici's servername, which comes from the Host header: the certificate must match the URL's host.
    connect({ protocol, hostname, port, host: host.replace(/\.$/, '') }, (error, socket) => {
      if (error !== null) return callback(error, null);
      const blocked = checkPeer(hostname, socket.remoteAddress, policy);
      if (blocked === null) return callback(null, socket);
      socket.destroy();
      callback(blocked, null);
    });
  };
}

/** Checks the address that the socket actually connected to, in case there are bugs in this file. */
function checkPeer(hostname: string, address: string | undefined, policy: TargetPolicy): Error | null {
  if (address === undefined) return fail('ECONNRESET', `${hostname} closed the connection immediately`);
  const kind = checkAddress(address, policy);
  return kind === null ? null : blockName(hostname, kind);
}

/** Always resolves all addresses, and returns them in the form the socket asked for. */
function checkedLookup(policy: TargetPolicy, lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found, family) => {
      if (error) return callback(error, []);
      const addresses = Array.isArray(found) ? found : [{ address: found, family: family ?? 0 }];
      const [first] = addresses;
      // With an empty list, the socket would throw an uncatchable error.
      if (first === undefined) return callback(fail('ENOTFOUND', `${hostname} has no address`), []);
      for (const { address } of addresses) {
        const kind = checkAddress(address, policy);
        if (kind !== null) return callback(blockName(hostname, kind), []);
      }
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** The message must not include the address, or customers could use it to probe the operator's DNS. */
function blockName(hostname: string, kind: string): DomainError {
  return new DomainError('blocked_url', `Webhooks cannot be sent to ${hostname}: it resolves to ${kind}.`);
}

/** Adds a code like those of system errors, which callers use to tell failures apart. */
const fail = (code: string, message: string): Error => Object.assign(new Error(message), { code });
