// Reading what strace saw. The drill itself runs at night.

import { spawnSync } from 'node:child_process';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { judgeNetwork, type Work } from '@leadline/testkit/drills/verdicts/judge-network';
import { readConnections, watchConnections } from '@leadline/testkit/net/watch-connections';
import { expect, test } from 'vitest';

const POSTGRES =
  '7 connect(21, {sa_family=AF_INET, sin_port=htons(5432), sin_addr=inet_addr("127.0.0.1")}, 16) = -1 EINPROGRESS (Operation now in progress)';
const QUERY =
  '8 sendto(22, "\\0\\0", 2, 0, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.53")}, 16) = 2';
const OUTSIDE =
  '9 connect(23, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr), sin6_scope_id=0}, 28) = -1 ENETUNREACH (Network is unreachable)';
const LOCAL = '9 connect(24, {sa_family=AF_UNIX, sun_path="/run/postgresql/.s.PGSQL.5432"}, 110) = 0';
const BY_THE_WORKER = POSTGRES.replace('7', '18');
const BY_THE_DRILL = POSTGRES.replace('7', '6').replace('5432', '8080');
const EXPECTED = [POSTGRES, BY_THE_WORKER, BY_THE_DRILL];

const WORK: Work = {
  posted: 100,
  refused: 0,
  rowsImported: 500,
  known: [
    { name: 'API', threads: [7], address: '127.0.0.1:5432' },
    { name: 'worker', threads: [17, 18], address: '127.0.0.1:5432' },
    { name: 'the drill', threads: [6], address: '127.0.0.1:8080' },
  ],
};

const judge = (calls: readonly string[], work: Work | null = WORK): string[] =>
  failedChecks({ checks: judgeNetwork(work, readConnections(calls.join('\n'))), figures: {} }).map(
    ({ name, actual }) => `${name}: ${actual}`,
  );

test('what must be there, on this machine, is fine', () => {
  expect(readConnections([POSTGRES, POSTGRES, LOCAL].join('\n'))).toEqual([
    { thread: 7, address: '127.0.0.1:5432' },
  ]);
  expect(judge(EXPECTED)).toEqual([]);
});

test.each([
  ['a name server, even one on this machine', QUERY, 'name servers asked: 127.0.0.53:53'],
  ['an address outside, even if unreachable', OUTSIDE, 'addresses outside this machine: 2001:db8::1:443'],
])('%s is found', (_name, call, complaint) => {
  expect(judge([...EXPECTED, call])).toEqual([complaint]);
});

test('an empty trace proves nothing, and neither does one that missed a process', () => {
  const unseen = 'known connections that strace did not see';
  expect(judge([])).toEqual([
    `${unseen}: API to 127.0.0.1:5432, worker to 127.0.0.1:5432, the drill to 127.0.0.1:8080`,
  ]);
  expect(judge([POSTGRES, BY_THE_DRILL])).toEqual([`${unseen}: worker to 127.0.0.1:5432`]);
});

test('a service that did nothing proves nothing', () => {
  expect(judge(EXPECTED, null)).toHaveLength(4);
  expect(judge(EXPECTED, { ...WORK, posted: 0 })).toEqual(['leads: 0']);
  expect(judge(EXPECTED, { ...WORK, refused: 1 })).toHaveLength(1);
  expect(judge(EXPECTED, { ...WORK, known: [] })).toEqual(['processes whose connections are known: 0']);
});

const canTrace = (): boolean =>
  spawnSync('unshare', ['--net', 'strace', '-qq', '-o', '/dev/null', 'true']).status === 0;

test.skipIf(process.env.CI === undefined && !canTrace())(
  'a program that calls somebody is caught',
  async () => {
    const call = `require('net').connect(443, '192.0.2.1').on('error', () => process.exit())`;
    const { connections } = await watchConnections([process.execPath, '-e', call]);
    expect(connections).toEqual([{ thread: expect.any(Number), address: '192.0.2.1:443' }]);
  },
);
