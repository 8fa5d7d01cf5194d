// Connections to hosts that customers name. A name is looked up once, every address it has is checked, and the socket
// connects to what was checked: an answer that changes afterwards changes nothing. One address that is not allowed
// refuses the name, rather than the address: nobody honest mixes the two, and no race between families can pick it.
//
// A kept connection is not looked up again, and need not be: it goes where it went when it was checked. A host that
// has moved is the reason to end it after a minute all the same.
//
// What this file leaves to undici, and the tests hold it to: `request` follows no redirects, and an Agent of one's own
// knows no proxies of the environment.

import { lookup as lookUpName } from 'node:dns';
import { isIPv6, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { DomainError } from '../base/domain-error.ts';
import { checkAddress, checkTarget, type TargetPolicy } from './check-target.ts';

export { checkTarget, type TargetPolicy };

const KEPT_IDLE_MS = 10_000;
const KEPT_AT_MOST_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** A connection that we refused, in words for the customer. They never tell what a name resolved to. */
export interface SafeAgentOptions {
  /** The system's resolver unless given; asked for all addresses. */
  readonly lookup?: LookupFunction;
  /** Looking up the name, connecting and the TLS handshake together. */
  readonly connectTimeoutMs?: number;
}

/** An undici Agent whose every connection is checked when it is made. */
export function openSafeAgent(
  policy: TargetPolicy,
  { lookup = lookUpName, connectTimeoutMs = CONNECT_TIMEOUT_MS }: SafeAgentOptions = {},
): Agent {
  return new Agent({
    connect: checkedConnector(policy, lookup, connectTimeoutMs),
    // One protocol less that a stranger's server can abuse; nothing is won by it for one request at a time.
    allowH2: false,
    keepAliveTimeout: KEPT_IDLE_MS,
    // A server may ask to be kept longer than that, and a busy connection is never idle: two more limits.
    keepAliveMaxTimeout: KEPT_AT_MOST_MS,
    clientTtl: KEPT_AT_MOST_MS,
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
    // Said aloud, because NODE_TLS_REJECT_UNAUTHORIZED would change what is left unsaid.
    rejectUnauthorized: true,
  });
  return ({ protocol, hostname, port }, callback) => {
    const host = isIPv6(hostname) ? `[${hostname}]` : hostname;
    // Sockets look up names alone: an address in the URL is checked here or never.
    const refusal = checkTarget(`${protocol}//${host}:${port}`, policy);
    if (refusal !== null) {
      queueMicrotask(() => callback(new DomainError('blocked_url', refusal), null));
      return;
    }
    // Without undici's servername, which a request's Host header would set: the certificate is for the URL's host.
    connect({ protocol, hostname, port, host: host.replace(/\.$/, '') }, (error, socket) => {
      if (error !== null) return callback(error, null);
      const wrong = checkPeer(hostname, socket.remoteAddress, policy);
      if (wrong === null) return callback(null, socket);
      socket.destroy();
      callback(wrong, null);
    });
  };
}

/** What the system says it connected to; differs from what was asked only where this file is wrong. */
function checkPeer(hostname: string, address: string | undefined, policy: TargetPolicy): Error | null {
  if (address === undefined) return fail('ECONNRESET', `${hostname} closed the connection at once`);
  const kind = checkAddress(address, policy);
  return kind === null ? null : refuseName(hostname, kind);
}

/** Asks for every address whatever the socket asks for, and answers in the socket's way. */
function checkedLookup(policy: TargetPolicy, lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found, family) => {
      if (error) return callback(error, []);
      const addresses = Array.isArray(found) ? found : [{ address: found, family: family ?? 0 }];
      const [first] = addresses;
      // A socket would throw where nobody catches.
      if (first === undefined) return callback(fail('ENOTFOUND', `${hostname} has no address`), []);
      for (const { address } of addresses) {
        const kind = checkAddress(address, policy);
        if (kind !== null) return callback(refuseName(hostname, kind), []);
      }
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function refuseName(hostname: string, kind: string): DomainError {
  return new DomainError('blocked_url', `Webhooks cannot be sent to ${hostname}: it resolves to ${kind}.`);
}

/** With a code like the system's, for those who tell failures apart by it. */
const fail = (code: string, message: string): Error => Object.assign(new Error(message), { code });
