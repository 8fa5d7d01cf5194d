// PgBouncer in front of a PostgreSQL, from the PATH or from the variable PGBOUNCER.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '../drills/wait-until.ts';
import { findFreePort } from '../net/find-free-port.ts';

export interface PgBouncer {
  /** The same URL, through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** `urls` are those of the logins that will use it. */
export async function startPgBouncer(
  mode: 'session' | 'transaction',
  urls: readonly string[],
): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-pgbouncer-'));
  await chmod(folder, 0o755); // PgBouncer gives up its rights as root
  const port = await findFreePort();
  const logins = urls.map((url) => new URL(url));
  const { hostname, port: databasePort, pathname } = logins[0] as URL;
  const users = join(folder, 'users.txt');
  await writeFile(users, logins.map(({ username, password }) => `"${username}" "${password}"\n`).join(''));
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 60 : 8}
max_client_conn = 200
log_connections = 0
log_disconnections = 0
`,
  );
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(process.env.PGBOUNCER ?? 'pgbouncer', [...asUser, settings], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }, // where Debian installs it
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PgBouncer ended:\n${output}`)));
  });
  failed.catch(() => {});
  await Promise.race([waitUntil(() => isListening(port)), failed]);
  return {
    through: (url) => {
      const pooled = new URL(url);
      pooled.port = String(port);
      return pooled.href;
    },
    stop: async () => {
      if (child.exitCode === null) {
        child.kill('SIGINT');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
