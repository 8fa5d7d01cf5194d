// Tells public addresses from private ones and from those that webhooks must never reach. Based on the IANA
// special-purpose registries for IPv4 and IPv6, plus the metadata services of cloud providers.
//
// An IPv6 address is public only inside 2000::/3, the one block that IANA assigns from, so any special blocks added
// outside it are already covered. Addresses that embed an IPv4 address (mapped, compatible, translated, NAT64, 6to4,
// Teredo, ISATAP) are always blocked, because a public host also has a native address. The downside is that a server
// that reaches IPv4 hosts only through DNS64 can't deliver to them.

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type AddressKind =
  | 'public'
  /** Loopback and private networks: blocked unless the operator allows them. */
  | 'private'
  /** Link-local, metadata, multicast, broadcast, documentation …: never a webhook target. */
  | 'reserved';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

const privateV4 = parseRanges([
  '10.0.0.0/8',
  '100.64.0.0/10', // shared address space, used by carriers and many clusters
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
]);

const reservedV4 = parseRanges([
  '0.0.0.0/8', // connects to this host on Linux
  '100.100.100.200/32', // Alibaba's metadata service; part of the shared address space, so checked first
  '168.63.129.16/32', // Azure's host agent, which looks like a public address
  '169.254.0.0/16', // link-local, including the metadata service of nearly every cloud
  '192.0.0.0/24', // protocol assignments, including the metadata service of Oracle's older cloud
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // multicast tunnels
  '192.88.99.0/24', // 6to4 relays, deprecated
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, including the broadcast address
]);

const privateV6 = parseRanges(['::1/128', 'fc00::/7']);

const globalV6 = parseRanges(['2000::/3']);

const reservedV6 = parseRanges([
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID …
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
  // Metadata services with unique local addresses.
  'fd00:42::42/128', // Scaleway
  'fd00:100::100:200/128', // Alibaba
  'fd00:a9fe:a9fe::1/128', // Akamai
  'fd00:c1::a9fe:a9fe/128', // Oracle
  'fd00:ec2::/32', // Amazon: metadata, pod identity, DNS, time
  'fd20:ce::254/128', // Google
]);

/** Anything but a plain IP address counts as reserved, even one with a zone, since only link-local ones need that. */
export function classifyAddress(text: string): AddressKind {
  // The library also accepts 127.1 and 0177.0.0.1, but systems disagree on what those mean, so we reject them.
  if (isIP(text) === 0 || text.includes('%')) return 'reserved';
  const address = ipaddr.parse(text);
  if (address.kind() === 'ipv4') {
    if (isInside(address, reservedV4)) return 'reserved';
    return isInside(address, privateV4) ? 'private' : 'public';
  }
  if (isInside(address, reservedV6)) return 'reserved';
  if (isInside(address, privateV6)) return 'private';
  return isInside(address, globalV6) && !isIsatap(address) ? 'public' : 'reserved';
}

/** ISATAP addresses are marked in their second half, so no prefix can match them. */
function isIsatap(address: Address): boolean {
  const [first = 0, second = 0, third, fourth] = address.toByteArray().slice(8);
  return (first & 0xfc) === 0 && second === 0 && third === 0x5e && fourth === 0xfe;
}

function isInside(address: Address, ranges: readonly Range[]): boolean {
  return ranges.some((range) => address.match(range));
}

function parseRanges(ranges: readonly string[]): readonly Range[] {
  return ranges.map((range) => ipaddr.parseCIDR(range));
}
