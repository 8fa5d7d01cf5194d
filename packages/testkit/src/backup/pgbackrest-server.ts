// A database server set up as docs/backup.md says, with PostgreSQL, pgBackRest and Leadline, and with the files of deploy/pgbackrest.

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../net/find-free-port.ts';
import { type DebianMachine, startDebianMachine } from './debian-machine.ts';

export interface PgBackRestServer {
  readonly machine: DebianMachine;
  /** As the owner of the database, who isn't a superuser. */
  readonly ownerUrl: string;
  /** As PostgreSQL's user. Returns what it printed. */
  run(command: string): Promise<string>;
  startPostgres(): Promise<void>;
  stopPostgres(): Promise<void>;
  remove(): Promise<void>;
}

const REPOSITORY = join(import.meta.dirname, '../../../..');
const SETTINGS = join(REPOSITORY, 'deploy/pgbackrest');
const LEADLINE = '#!/bin/sh\nexec node /opt/leadline/packages/cli/src/main.ts "$@"\n';

/** `root` is a root file system from drills/stand-ins/make-ha.sh. The database is empty. */
export async function startPgBackRestServer(root: string): Promise<PgBackRestServer> {
  const machine = await startDebianMachine({
    root,
    readOnly: {
      '/usr/local/bin/node': process.execPath,
      '/opt/leadline/packages': join(REPOSITORY, 'packages'),
      '/opt/leadline/node_modules': join(REPOSITORY, 'node_modules'),
    },
  });
  try {
    return await setUp(machine);
  } catch (error) {
    await machine.remove();
    throw error;
  }
}

async function setUp(machine: DebianMachine): Promise<PgBackRestServer> {
  const port = await findFreePort();
  const ownerUrl = `postgres://leadline_owner:password-of-owner@127.0.0.1:${port}/leadline`;
  const server: PgBackRestServer = {
    machine,
    ownerUrl,
    run: (command) => machine.run('postgres', command),
    // Into a file, because PostgreSQL would keep a pipe open.
    startPostgres: async () => {
      const start = 'pg_ctlcluster 18 main start >/tmp/start.log 2>&1';
      await machine.run('postgres', `${start} || { cat /tmp/start.log /var/log/postgresql/*; exit 1; }`);
    },
    stopPostgres: async () => {
      await machine.run('postgres', 'pg_ctlcluster 18 main stop');
    },
    remove: () => machine.remove(),
  };
  await write(machine, '/usr/local/bin/leadline', 755, LEADLINE);
  await machine.run('root', '! [ -e /etc/postgresql/18/main ] || pg_dropcluster 18 main');
  await machine.run('root', `pg_createcluster --port ${port} --locale C.UTF-8 18 main`);
  await machine.run('root', 'install -d -o postgres -m 700 /etc/pgbackrest');
  const settings = await readFile(join(SETTINGS, 'pgbackrest.conf'), 'utf8');
  const passphrase = randomBytes(48).toString('base64');
  await write(
    machine,
    '/etc/pgbackrest/pgbackrest.conf',
    600,
    settings.replace('=CHANGE-ME', `=${passphrase}`).replace('pg1-port=5432', `pg1-port=${port}`),
  );
  await write(
    machine,
    '/etc/postgresql/18/main/conf.d/leadline-backup.conf',
    644,
    await readFile(join(SETTINGS, 'postgresql.conf'), 'utf8'),
  );
  await write(machine, '/etc/pgbackrest/leadline-owner-url', 600, `${ownerUrl}\n`);
  await server.startPostgres();
  await server.run(
    `psql --port ${port} --command "create role leadline_owner login createrole password 'password-of-owner'"`,
  );
  await server.run(`psql --port ${port} --command 'create database leadline owner leadline_owner'`);
  return server;
}

/** A file of PostgreSQL's user. */
async function write(machine: DebianMachine, path: string, mode: number, content: string): Promise<void> {
  const command = `umask 077 && cat >${path} && chmod ${mode} ${path} && chown postgres ${path}`;
  await machine.run('root', command, { input: content });
}
