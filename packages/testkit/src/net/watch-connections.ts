// Runs a command that can only reach its own loopback, and lists every address that it or its children tried to reach, and which
// thread did.
// Needs strace and what loopback-only.ts needs.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loopbackOnly } from './loopback-only.ts';

export interface Watched {
  readonly exitCode: number | null;
  readonly connections: readonly Connection[];
}

export interface Connection {
  readonly thread: number;
  /** As in `127.0.0.1:5432`. */
  readonly address: string;
}

export async function watchConnections(command: readonly string[]): Promise<Watched> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-network-'));
  const file = join(folder, 'calls');
  try {
    const strace = ['strace', '-f', '-qq', '-e', 'trace=connect,sendto,sendmsg,sendmmsg', '-o', file];
    const [program = '', ...args] = loopbackOnly([...strace, ...command]);
    const child = spawn(program, args, { stdio: 'inherit' });
    const [exitCode] = (await once(child, 'exit')) as [number | null];
    return { exitCode, connections: readConnections(await readFile(file, 'utf8')) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const IPV4 = /sin_port=htons\((\d+)\), sin_addr=inet_addr\("([^"]+)"\)/g;
const IPV6 = /sin6_port=htons\((\d+)\).*?inet_pton\(AF_INET6, "([^"]+)"/g;

/** Each once. */
export function readConnections(calls: string): Connection[] {
  const found = calls.split('\n').flatMap((line) =>
    [...line.matchAll(IPV4), ...line.matchAll(IPV6)].map(([, port, address]) => ({
      thread: Number.parseInt(line, 10),
      address: `${address}:${port}`,
    })),
  );
  return [...new Map(found.map((one) => [`${one.thread} ${one.address}`, one])).values()];
}
