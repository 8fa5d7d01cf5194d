// Checks the text of a webhook URL. The address its host resolves to is checked when connecting; see safe-agent.ts.

import { isIP } from 'node:net';
import { classifyAddress } from './blocked-addresses.ts';

export interface TargetPolicy {
  /** Set by operators who trust all their users. Allows plain HTTP, any port and private networks. */
  readonly allowPrivate: boolean;
}

const MAX_LENGTH = 2_000;

/** Common ports for public HTTPS services. Others might reach databases or admin pages. */
const PORTS: ReadonlySet<string> = new Set(['', '443', '8443']);

/** As in RFC 1123, plus underscores, which some hosts use. */
const DNS_NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.(?!$)|$))+$/;

/** Suffixes that don't exist in public DNS (RFC 6761, 6762, 8375, 9476; ICANN) or that are only used by routers. */
const LOCAL_NAME =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|arpa|test|example|invalid|onion|alt)$/;

/** Returns why webhooks can't be sent to this URL, in words for the customer, or null if they can. */
export function checkTarget(url: string, policy: TargetPolicy): string | null {
  if (url.length > MAX_LENGTH) return 'The URL is longer than 2,000 characters.';
  // The URL parser silently drops line breaks and converts backslashes.
  if (/[\s\p{Cc}\\]/u.test(url)) return 'The URL must not contain spaces, control characters or backslashes.';
  const target = URL.parse(url);
  if (target === null) return 'This is not a URL. Write it like https://hooks.example.com/leads.';
  return checkScheme(target, policy) ?? checkParts(target, policy) ?? checkHost(target, policy);
}

/** Returns what kind of address this is, to complete an error message, or null if connecting is allowed. */
export function checkAddress(address: string, policy: TargetPolicy): string | null {
  const kind = classifyAddress(address);
  if (kind === 'public' || (kind === 'private' && policy.allowPrivate)) return null;
  return `a ${kind} address`;
}

function checkScheme({ protocol }: URL, { allowPrivate }: TargetPolicy): string | null {
  if (protocol === 'https:') return null;
  if (!allowPrivate) return 'The URL must start with https://.';
  return protocol === 'http:' ? null : 'The URL must start with https:// or http://.';
}

function checkParts({ username, password, href, port }: URL, { allowPrivate }: TargetPolicy): string | null {
  if (username !== '' || password !== '') return 'The URL must not contain a user name or a password.';
  if (href.includes('#')) return 'The URL must not contain a fragment (#…).';
  return allowPrivate || PORTS.has(port) ? null : 'The port must be 443 or 8443.';
}

/** The URL parser has already normalized 127.1, 0x7f.1, 2130706433 and ①②⑦.0.0.1 to 127.0.0.1. */
function checkHost({ hostname }: URL, policy: TargetPolicy): string | null {
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  if (isIP(host) !== 0) {
    const kind = checkAddress(host, policy);
    return kind === null ? null : `Webhooks cannot be sent to ${host}: it is ${kind}.`;
  }
  if (!DNS_NAME.test(host)) return `The host name ${hostname} is not valid.`;
  if (policy.allowPrivate) return null;
  return host.includes('.') && !LOCAL_NAME.test(host)
    ? null
    : `Webhooks cannot be sent to ${hostname}: it is not a public host name.`;
}
