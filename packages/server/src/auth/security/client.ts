// What we keep about where a request came from: just enough for people to recognize their own sign-ins.

import { describeDevice } from '@leadline/contract/device';
import ipaddr from 'ipaddr.js';

export interface Client {
  /** "Firefox on Linux". */
  readonly device: string;
  /** "192.0.2.0/24". */
  readonly network: string;
}

const IPV4_PREFIX = 24;
const IPV6_PREFIX = 48;

export const describeClient = (address: string, userAgent: string | null | undefined): Client => ({
  device: describeDevice(userAgent ?? null),
  network: shortenAddress(address),
});

/** Removes the part of the address that identifies one household or person. */
export function shortenAddress(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const client = ipaddr.process(address); // ::ffff:192.0.2.1 → 192.0.2.1
  return client instanceof ipaddr.IPv4
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${client}/${IPV4_PREFIX}`)}/${IPV4_PREFIX}`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${client}/${IPV6_PREFIX}`)}/${IPV6_PREFIX}`;
}
