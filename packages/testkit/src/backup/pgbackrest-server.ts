// A database server set up as docs/backup.md says, with PostgreSQL, pgBackRest and Leadline, and with the files of deploy/pgbackrest.

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../net/find-free-port.ts';
import { type DebianMachine, startDebianMachine } from './debian-machine.ts';

export interface PgBackRestServer {
  /** The directory of cells. */
  readonly main: PgBackRestCluster;
  /** As PostgreSQL's user. Returns what it printed. */
  run(command: string, env?: Readonly<Record<string, string>>): Promise<string>;
  /** A second PostgreSQL beside the first, with a stanza of its own in the same repository. */
  addCluster(name: string): Promise<PgBackRestCluster>;
  remove(): Promise<void>;
}

export interface PgBackRestCluster {
  /** As the owner of the database, who isn't a superuser. The database is empty at first. */
  readonly ownerUrl: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** As the superuser, through the socket. */
  runSql(statement: string): Promise<void>;
}

const REPOSITORY = join(import.meta.dirname, '../../../..');
const SETTINGS = join(REPOSITORY, 'deploy/pgbackrest');
const LEADLINE = '#!/bin/sh\nexec node /opt/leadline/packages/cli/src/main.ts "$@"\n';
const PASSWORD = 'password-of-owner';

/** `root` is a root file system from drills/stand-ins/make-ha.sh. */
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
    await write(machine, '/usr/local/bin/leadline', 755, LEADLINE);
    await machine.run('root', '! [ -e /etc/postgresql/18/main ] || pg_dropcluster 18 main');
    await machine.run('root', 'install -d -o postgres -m 700 /etc/pgbackrest');
    const passphrase = randomBytes(48).toString('base64');
    const main = await makeCluster(machine, 'main', 'leadline', passphrase);
    await write(machine, '/etc/pgbackrest/leadline-owner-url', 600, `${main.ownerUrl}\n`);
    return {
      main,
      run: (command, env) => machine.run('postgres', command, env === undefined ? {} : { env }),
      addCluster: (name) => makeCluster(machine, name, `leadline-${name}`, passphrase),
      remove: () => machine.remove(),
    };
  } catch (error) {
    await machine.remove();
    throw error;
  }
}

async function makeCluster(
  machine: DebianMachine,
  name: string,
  stanza: string,
  passphrase: string,
): Promise<PgBackRestCluster> {
  const port = await findFreePort();
  await machine.run('root', `pg_createcluster --port ${port} --locale C.UTF-8 18 ${name}`);
  await addStanza(machine, name, stanza, port, passphrase);
  const settings = await readFile(join(SETTINGS, 'postgresql.conf'), 'utf8');
  await write(
    machine,
    `/etc/postgresql/18/${name}/conf.d/leadline-backup.conf`,
    644,
    settings.replace('--stanza=leadline ', `--stanza=${stanza} `),
  );
  const cluster: PgBackRestCluster = {
    ownerUrl: `postgres://leadline_owner:${PASSWORD}@127.0.0.1:${port}/leadline`,
    // Into a file, because PostgreSQL would keep a pipe open.
    start: async () => {
      const start = `pg_ctlcluster 18 ${name} start >/tmp/start.log 2>&1`;
      await machine.run('postgres', `${start} || { cat /tmp/start.log /var/log/postgresql/*; exit 1; }`);
    },
    stop: async () => {
      await machine.run('postgres', `pg_ctlcluster 18 ${name} stop`);
    },
    runSql: async (statement) => {
      await machine.run('postgres', `psql --port ${port} --set ON_ERROR_STOP=1`, { input: statement });
    },
  };
  await cluster.start();
  await cluster.runSql(`create role leadline_owner login createrole password '${PASSWORD}'`);
  await cluster.runSql('create database leadline owner leadline_owner');
  return cluster;
}

/** The first gets the whole file, later ones a section of their own. */
async function addStanza(
  machine: DebianMachine,
  cluster: string,
  stanza: string,
  port: number,
  passphrase: string,
): Promise<void> {
  const settings = (await readFile(join(SETTINGS, 'pgbackrest.conf'), 'utf8'))
    .replace('=CHANGE-ME', `=${passphrase}`)
    .replace('pg1-port=5432', `pg1-port=${port}`);
  const file = '/etc/pgbackrest/pgbackrest.conf';
  if (stanza === 'leadline') return write(machine, file, 600, settings);
  const section = settings
    .slice(settings.indexOf('[leadline]'))
    .replace('[leadline]', `[${stanza}]`)
    .replace('/main', `/${cluster}`);
  const present = await machine.run('postgres', `cat ${file}`);
  await write(machine, file, 600, `${present}\n${section}`);
}

/** A file of PostgreSQL's user. */
async function write(machine: DebianMachine, path: string, mode: number, content: string): Promise<void> {
  const command = `umask 077 && cat >${path} && chmod ${mode} ${path} && chown postgres ${path}`;
  await machine.run('root', command, { input: content });
}
