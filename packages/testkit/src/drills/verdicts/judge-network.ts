// The verdict of the network drill. What strace saw counts only if it saw the connections that each process must have made.

import type { Connection } from '../../net/watch-connections.ts';
import { type Check, check, checkAtLeast } from '../drill.ts';

export const ROWS = 500;
const DNS = 53;
/** The API, the worker and the drill that uses them. */
const PROCESSES = 3;

export interface Work {
  readonly posted: number;
  readonly refused: number;
  readonly rowsImported: number;
  /** What each process must have connected to. */
  readonly known: readonly KnownConnection[];
}

export interface KnownConnection {
  readonly name: string;
  readonly threads: readonly number[];
  readonly address: string;
}

/** `work` is null if it did not end well. */
export function judgeNetwork(work: Work | null, connections: readonly Connection[]): Check[] {
  const isOwn = (address: string): boolean => /^(?:127\.|::1:)/.test(address);
  const addresses = [...new Set(connections.map(({ address }) => address))];
  const others = addresses.filter((address) => !isOwn(address));
  const nameServers = addresses.filter((address) => address.endsWith(`:${DNS}`));
  const known = work?.known ?? [];
  const unseen = known.filter(
    ({ threads, address }) =>
      !connections.some((seen) => threads.includes(seen.thread) && seen.address === address),
  );
  return [
    check('addresses outside this machine', others.join(' ') || 'none', 'none'),
    check('name servers asked', nameServers.join(' ') || 'none', 'none'),
    checkAtLeast('processes whose connections are known', known.length, PROCESSES),
    check(
      'known connections that strace did not see',
      unseen.map(({ name, address }) => `${name} to ${address}`).join(', ') || 'none',
      'none',
    ),
    checkAtLeast('leads', work?.posted ?? 0, 1),
    check('responses other than 200', work?.refused ?? 'unknown', 0),
    check('rows imported', work?.rowsImported ?? 0, ROWS),
  ];
}
