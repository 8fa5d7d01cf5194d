// The network a request came from, for counting sign-in attempts: an IPv4 address, or the /64 of an IPv6 address, since
// internet providers give each customer at least a /64.

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export function clientNetwork(address: string): string {
  if (isIP(address) === 0) return address;
  const client = ipaddr.process(address); // ::ffff:192.0.2.1 → 192.0.2.1
  if (client instanceof ipaddr.IPv4) return client.toString();
  return `${client.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
