// A real Odoo with its own PostgreSQL, in a folder with a Debian of its own (docs/drills.md says how to make one). Needs root.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

export interface OdooLogin {
  readonly url: string;
  readonly database: string;
  readonly login: string;
  readonly api_key: string;
}

const TEMPLATE = 'leadline_template';
const START_TIMEOUT_MS = 120_000;

export class OdooServer {
  readonly #root: string;
  readonly #port: number;
  readonly #database: string;
  #process: ChildProcess | null = null;

  private constructor(root: string, port: number, database: string) {
    this.#root = root;
    this.#port = port;
    this.#database = database;
  }

  /** With an empty database that has the CRM module. The first time in a folder, that takes some minutes. */
  static async start(root: string, port: number): Promise<OdooServer> {
    const server = new OdooServer(root, port, `drill_${Date.now()}`);
    server.#startPostgres();
    if (!server.#asPostgres('psql -Atc "select datname from pg_database"').split('\n').includes(TEMPLATE))
      server.#run(
        'odoo',
        `odoo -c /dev/null -d ${TEMPLATE} -i crm --without-demo=all --stop-after-init --no-http`,
      );
    server.#asPostgres(`createdb -O odoo -T ${TEMPLATE} ${server.#database}`);
    await server.startOdoo();
    return server;
  }

  get login(): OdooLogin {
    return {
      url: `http://127.0.0.1:${this.#port}`,
      database: this.#database,
      login: 'admin',
      api_key: 'admin',
    };
  }

  async startOdoo(): Promise<void> {
    const options = `-d ${this.#database} --db-filter=${this.#database} --http-interface=127.0.0.1 --http-port=${this.#port}`;
    this.#process = spawn(
      'chroot',
      [
        this.#root,
        'setpriv',
        '--reuid=odoo',
        '--regid=odoo',
        '--init-groups',
        'env',
        'HOME=/var/lib/odoo',
        'sh',
        '-c',
        `exec odoo -c /dev/null ${options} --max-cron-threads=0 --log-level=error`,
      ],
      { stdio: 'ignore' },
    );
    for (const until = performance.now() + START_TIMEOUT_MS; ; await sleep(200)) {
      const isUp = await this.call('crm.lead', 'search_count', [[]]).then(
        () => true,
        () => false,
      );
      if (isUp) return;
      if (performance.now() > until) throw new Error('Odoo did not start');
    }
  }

  /** As if its machine had lost power. */
  async killOdoo(): Promise<void> {
    const running = this.#process;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  async stop(): Promise<void> {
    await this.killOdoo();
    this.#asPostgres(`dropdb --if-exists --force ${this.#database}`);
    this.#asPostgres('pg_ctlcluster 13 main stop -m fast');
  }

  /** As a user of Odoo would. */
  async call(model: string, method: string, args: unknown[], options: object = {}): Promise<unknown> {
    const { url, database, api_key } = this.login;
    const params = {
      service: 'object',
      method: 'execute_kw',
      args: [database, ADMIN_ID, api_key, model, method, args, options],
    };
    const response = await fetch(`${url}/jsonrpc`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', method: 'call', id: 1, params }),
    });
    const { result, error } = (await response.json()) as { result?: unknown; error?: { data?: unknown } };
    if (error !== undefined) throw new Error(JSON.stringify(error.data).slice(0, 500));
    return result;
  }

  #startPostgres(): void {
    for (const [type, from, to] of [
      ['proc', 'proc', 'proc'],
      ['tmpfs', 'tmpfs', 'dev/shm'],
    ] as const) {
      const path = `${this.#root}/${to}`;
      try {
        execFileSync('mountpoint', ['-q', path]);
      } catch {
        execFileSync('mount', ['-t', type, from, path]);
      }
    }
    this.#run('root', 'chmod 1777 /dev/shm && install -d -o postgres -g postgres -m 2775 /run/postgresql');
    this.#run(
      'root',
      `sed -i "s/^#*listen_addresses.*/listen_addresses = ''/" /etc/postgresql/13/main/postgresql.conf`,
    );
    this.#asPostgres('pg_ctlcluster 13 main status > /dev/null || pg_ctlcluster 13 main start');
    this.#asPostgres('createuser -s odoo 2> /dev/null || true');
  }

  #asPostgres(command: string): string {
    return this.#run('postgres', command);
  }

  #run(user: string, command: string): string {
    return execFileSync('chroot', [this.#root, 'su', user, '-s', '/bin/sh', '-c', command], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }
}

/** Of every new database. */
const ADMIN_ID = 2;
