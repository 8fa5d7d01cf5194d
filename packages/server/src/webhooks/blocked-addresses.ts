// Which addresses are somebody on the internet, which are our own network, and which are neither. After the IANA
// special-purpose registries for IPv4 and IPv6, and the clouds' metadata services.
//
// IPv6 is public only inside 2000::/3, the one block IANA assigns from; what is reserved today and special tomorrow
// is refused already. Addresses that carry an IPv4 address inside (mapped, compatible, translated, NAT64, 6to4,
// Teredo, ISATAP) are refused whatever they carry: whoever is reachable through one has an address of its own. The
// price: a server whose only way out is DNS64 cannot deliver to hosts that have IPv4 alone.

import { BlockList, isIP } from 'node:net';

export type AddressKind =
  | 'public'
  /** Loopback and private networks: fine where the operator runs everything, never for strangers. */
  | 'private'
  /** Link-local, metadata, multicast, broadcast, documentation …: no place for a webhook, whoever asks. */
  | 'reserved';

// A list for each family: a rule for IPv6 such as ::/3 also takes in every IPv4 address, as its mapped form.
const privateV4 = listOf('ipv4', [
  '10.0.0.0/8',
  '100.64.0.0/10', // shared address space: carriers, and many a cluster
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
]);

const reservedV4 = listOf('ipv4', [
  '0.0.0.0/8', // connects to this host on Linux
  '100.100.100.200/32', // metadata at Alibaba; inside the shared space, so asked first
  '168.63.129.16/32', // Azure's host agent, which looks public
  '169.254.0.0/16', // link-local, and metadata nearly everywhere
  '192.0.0.0/24', // protocol assignments, and metadata at Oracle's older cloud
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // multicast tunnels
  '192.88.99.0/24', // 6to4 relays, deprecated
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and the broadcast address
]);

const privateV6 = listOf('ipv6', ['::1/128', 'fc00::/7']);

const globalV6 = listOf('ipv6', ['2000::/3']);

const reservedV6 = listOf('ipv6', [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID …
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
  // Metadata services that live among the unique local addresses.
  'fd00:42::42/128', // Scaleway
  'fd00:100::100:200/128', // Alibaba
  'fd00:a9fe:a9fe::1/128', // Akamai
  'fd00:c1::a9fe:a9fe/128', // Oracle
  'fd00:ec2::/32', // Amazon: metadata, pod identity, DNS, time
  'fd20:ce::254/128', // Google
]);

/** What is no IP address at all counts as reserved, and so does one with a zone: only link-local ones need it. */
export function classifyAddress(address: string): AddressKind {
  switch (isIP(address)) {
    case 4:
      if (reservedV4.check(address, 'ipv4')) return 'reserved';
      return privateV4.check(address, 'ipv4') ? 'private' : 'public';
    case 6:
      if (address.includes('%') || reservedV6.check(address, 'ipv6')) return 'reserved';
      if (privateV6.check(address, 'ipv6')) return 'private';
      return globalV6.check(address, 'ipv6') && !isIsatap(address) ? 'public' : 'reserved';
    default:
      return 'reserved';
  }
}

/** ISATAP marks the second half of an address, which no list of prefixes can say. */
function isIsatap(address: string): boolean {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical.split('::').map((half) => half.split(':').filter(Boolean));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return /^(?:0|[1-3]00)$/.test(groups[4] ?? '') && groups[5] === '5efe';
}

function listOf(family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = '', prefix] = subnet.split('/');
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}
