// Where a caller is, for counting: an IPv4 address, or the first half of an IPv6 one, because whoever has one of those
// has all that differ in the second.

import { isIPv6 } from 'node:net';

export function clientNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const parts = [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right];
  return `${parts
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`;
}
