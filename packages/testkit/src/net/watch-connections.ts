// Runs a command that can only reach its own loopback, and lists every address that it or its children tried to reach.
// Needs strace and what loopback-only.ts needs.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loopbackOnly } from './loopback-only.ts';

export interface Watched {
  readonly exitCode: number | null;
  /** As in `127.0.0.1:5432`, each once. */
  readonly addresses: readonly string[];
}

export async function watchConnections(command: readonly string[]): Promise<Watched> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-network-'));
  const file = join(folder, 'calls');
  try {
    const strace = ['strace', '-f', '-qq', '-e', 'trace=connect,sendto,sendmsg,sendmmsg', '-o', file];
    const [program = '', ...args] = loopbackOnly([...strace, ...command]);
    const child = spawn(program, args, { stdio: 'inherit' });
    const [exitCode] = (await once(child, 'exit')) as [number | null];
    return { exitCode, addresses: readAddresses(await readFile(file, 'utf8')) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const IPV4 = /sin_port=htons\((\d+)\), sin_addr=inet_addr\("([^"]+)"\)/g;
const IPV6 = /sin6_port=htons\((\d+)\).*?inet_pton\(AF_INET6, "([^"]+)"/g;

export const readAddresses = (calls: string): string[] => [
  ...new Set(
    [...calls.matchAll(IPV4), ...calls.matchAll(IPV6)].map(([, port, address]) => `${address}:${port}`),
  ),
];
