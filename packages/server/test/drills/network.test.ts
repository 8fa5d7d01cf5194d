// Reading what strace saw. The drill itself needs root and runs at night.

import { failedChecks } from '@leadline/testkit/drills/drill';
import { checkAddresses } from '@leadline/testkit/drills/network';
import { readAddresses } from '@leadline/testkit/net/watch-connections';
import { expect, test } from 'vitest';

const POSTGRES =
  '7 connect(21, {sa_family=AF_INET, sin_port=htons(5432), sin_addr=inet_addr("127.0.0.1")}, 16) = -1 EINPROGRESS (Operation now in progress)';
const QUERY =
  '8 sendto(22, "\\0\\0", 2, 0, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.53")}, 16) = 2';
const OUTSIDE =
  '9 connect(23, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr), sin6_scope_id=0}, 28) = -1 ENETUNREACH (Network is unreachable)';
const LOCAL = '9 connect(24, {sa_family=AF_UNIX, sun_path="/run/postgresql/.s.PGSQL.5432"}, 110) = 0';

test('PostgreSQL on this machine is fine', () => {
  expect(readAddresses([POSTGRES, POSTGRES, LOCAL].join('\n'))).toEqual(['127.0.0.1:5432']);
  expect(failedChecks(checkAddresses(['127.0.0.1:5432', '::1:5432']))).toEqual([]);
});

test('a name server is found, even one on this machine', () => {
  expect(failedChecks(checkAddresses(readAddresses(QUERY)))).toMatchObject([{ actual: '127.0.0.53:53' }]);
});

test('an address outside is found, even one that could not be reached', () => {
  expect(failedChecks(checkAddresses(readAddresses(OUTSIDE)))).toMatchObject([{ actual: '2001:db8::1:443' }]);
});
