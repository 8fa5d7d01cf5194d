// Wrong configuration ends a process before it is ready, with one sentence that names the variable and how to fix it. A database
// that doesn't answer yet is another matter: processes wait for it.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { migrate, openPool } from '@leadline/server';
import { cloneAlone } from '@leadline/testkit/database/test-cells';
import { type RunningCommand, spawnLeadlineCommand } from '@leadline/testkit/service/run-leadline';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';

const LOGINS = ['wrong_leads', 'wrong_sign_in', 'wrong_background'] as const;
const [LEADS, SIGN_IN, BACKGROUND] = LOGINS;

let ownerUrl: string;
let otherUrl: string;

const change = (url: string, parts: Partial<URL>): string => Object.assign(new URL(url), parts).href;
const urlOf = (username: string, url = ownerUrl): string =>
  change(url, { username, password: `of-${username}` });

beforeAll(async () => {
  ownerUrl = await cloneAlone();
  otherUrl = await cloneAlone();
  await migrate(ownerUrl, {
    logins: {
      API_DATABASE_URL: urlOf(LEADS),
      AUTH_DATABASE_URL: urlOf(SIGN_IN),
      WORKER_DATABASE_URL: urlOf(BACKGROUND),
    },
  });
});

type Variables = Readonly<Record<string, string>>;

function start(command: string, env: Variables): RunningCommand {
  const running = spawnLeadlineCommand([command], {
    PORT: '0',
    AI: 'off',
    LOG_LEVEL: 'silent',
    NO_COLOR: '1',
    ...env,
  });
  onTestFinished(() => running.kill());
  return running;
}

/** What the command prints before it ends by itself. */
async function failToStart(command: string, env: Variables): Promise<string> {
  const running = start(command, env);
  expect(await running.ended).toBe(1);
  expect(running.output()).not.toMatch(/^ready/m);
  return running.output();
}

describe('a database that a process cannot use', () => {
  test('the login for leads alone is not enough for the API', async () => {
    const output = await failToStart('api', { DATABASE_URL: urlOf(LEADS) });
    expect(output).toBe(
      `leadline: AUTH_DATABASE_URL is not set, and the login "${LEADS}" in DATABASE_URL may not read users and sessions. Set AUTH_DATABASE_URL to the login that may; see "Database logins" in docs/operations.md.\n`,
    );
  });

  test('two logins that are swapped are named', async () => {
    const swapped = { DATABASE_URL: urlOf(SIGN_IN), AUTH_DATABASE_URL: urlOf(LEADS) };
    expect(await failToStart('api', swapped)).toBe(
      `leadline: DATABASE_URL: the login "${SIGN_IN}" may not act as leadline_api. Use the login that "leadline migrate" creates from API_DATABASE_URL; see "Database logins" in docs/operations.md.\n`,
    );
    expect(
      await failToStart('api', { DATABASE_URL: urlOf(LEADS), AUTH_DATABASE_URL: urlOf(BACKGROUND) }),
    ).toContain(`AUTH_DATABASE_URL: the login "${BACKGROUND}" may not act as leadline_auth`);
    expect(await failToStart('worker', { DATABASE_URL: urlOf(LEADS) })).toContain(
      `DATABASE_URL: the login "${LEADS}" may not act as leadline_worker`,
    );
  });

  test('a wrong password ends API, worker and migrate', async () => {
    const wrong = (login: string): string => change(urlOf(login), { password: 'wrong' });
    expect(
      await failToStart('api', { DATABASE_URL: wrong(LEADS), AUTH_DATABASE_URL: urlOf(SIGN_IN) }),
    ).toMatch(
      /^leadline: DATABASE_URL: PostgreSQL rejects the login "wrong_leads" \(password .+\)\. Correct its user and password/m,
    );
    expect(
      await failToStart('api', { DATABASE_URL: urlOf(LEADS), AUTH_DATABASE_URL: wrong(SIGN_IN) }),
    ).toContain('AUTH_DATABASE_URL: PostgreSQL rejects the login "wrong_sign_in"');
    expect(await failToStart('worker', { DATABASE_URL: wrong(BACKGROUND) })).toContain(
      'DATABASE_URL: PostgreSQL rejects the login "wrong_background"',
    );
    expect(await failToStart('migrate', { DATABASE_URL: change(ownerUrl, { password: 'wrong' }) })).toMatch(
      /cannot sign in to the database: password .+ Check DATABASE_URL\./,
    );
  });

  test('a URL without a password is named', async () => {
    const DATABASE_URL = change(urlOf(LEADS), { password: '' });
    expect(await failToStart('api', { DATABASE_URL })).toContain(
      'DATABASE_URL: PostgreSQL asks for a password',
    );
  });

  test('an unknown user is named', async () => {
    expect(await failToStart('worker', { DATABASE_URL: urlOf('nobody_at_all') })).toContain(
      'DATABASE_URL: PostgreSQL rejects the login "nobody_at_all"',
    );
  });

  test('an unknown database ends worker and serve', async () => {
    const elsewhere = (url: string): string => change(url, { pathname: '/nowhere' });
    const message =
      /DATABASE_URL: database "nowhere" does not exist\. Correct the name at the end of the URL/;
    expect(await failToStart('worker', { DATABASE_URL: elsewhere(ownerUrl) })).toMatch(message);
    expect(await failToStart('serve', { DATABASE_URL: elsewhere(ownerUrl) })).toContain(
      'database "nowhere" does not exist. Create it, or correct DATABASE_URL.',
    );
  });

  test('two URLs that lead to different databases are named', async () => {
    const AUTH_DATABASE_URL = otherUrl;
    expect(await failToStart('api', { DATABASE_URL: ownerUrl, AUTH_DATABASE_URL })).toContain(
      'AUTH_DATABASE_URL leads to another database than DATABASE_URL',
    );
  });

  test('TLS that the server does not have is named', async () => {
    const DATABASE_URL = `${urlOf(LEADS)}?sslmode=require`;
    expect(await failToStart('api', { DATABASE_URL })).toContain('DATABASE_URL: failed to connect with TLS');
  });

  test('a cell and a plan that do not exist are named', async () => {
    expect(await failToStart('worker', { DATABASE_URL: ownerUrl, WORKER_CELLS: 'eu-1' })).toContain(
      'WORKER_CELLS or --cell: unknown cell eu-1; the cells are main',
    );
    expect(await failToStart('api', { DATABASE_URL: ownerUrl, SIGN_UP_PLAN: 'golden' })).toContain(
      'SIGN_UP_PLAN: there is no plan "golden". Choose one of ',
    );
  });
});

describe('a variable with a mistake in it', () => {
  test.each<[string, Variables, RegExp]>([
    [
      'api worker migrate serve',
      { DATABASE_URL: 'foo' },
      /^leadline: DATABASE_URL must be a URL that starts with/,
    ],
    ['api', { TRUSTED_PROXIES: 'foo' }, /^leadline: TRUSTED_PROXIES must be IP addresses or .+, not "foo"/],
    [
      'api worker',
      { DATA_DISK_PATH: '/no/such' },
      /^leadline: DATA_DISK_PATH: failed to look at "\/no\/such" \(ENOENT\)/,
    ],
    ['worker', { TRUSTED_PROXYS: '::1' }, /has no variable TRUSTED_PROXYS; rename it to TRUSTED_PROXIES/],
    [
      'worker',
      { SECRET_KEY_FILE: '/no/such', SECRET_KEY: '' },
      /^leadline: SECRET_KEY_FILE: failed to read .+ENOENT/,
    ],
    [
      'api worker',
      { METRICS_HOST: 'no.such.invalid', METRICS_PORT: '0' },
      /unknown host "no\.such\.invalid"; correct METRICS_HOST/,
    ],
  ])('ends %s: %j', async (commands, env, message) => {
    for (const command of commands.split(' '))
      expect(await failToStart(command, { DATABASE_URL: ownerUrl, ...env })).toMatch(message);
  });

  test('HOST that does not exist is named', async () => {
    const env = {
      DATABASE_URL: ownerUrl,
      HOST: 'no.such.host.invalid',
      PUBLIC_URL: 'https://leads.example.org',
    };
    expect(await failToStart('api', env)).toContain(
      'cannot listen on the unknown host "no.such.host.invalid"; correct HOST',
    );
  });

  test('AI_MODEL_FILE that does not exist is named', async () => {
    const env = { DATABASE_URL: ownerUrl, AI: 'local', AI_MODEL_FILE: '/no/such/model' };
    expect(await failToStart('api', env)).toContain(
      'AI_MODEL_FILE: failed to read "/no/such/model" (ENOENT)',
    );
  });

  test('migrate names the URL of a login, and changes nothing first', async () => {
    const name = 'wrong_unmigrated';
    const pool = openPool(inject('postgresUrl'), { size: 1 });
    await pool.query(`create database ${name}`);
    await pool.end();
    const DATABASE_URL = change(ownerUrl, { pathname: name });
    expect(await failToStart('migrate', { DATABASE_URL, API_DATABASE_URL: 'foo' })).toContain(
      'API_DATABASE_URL must be a URL that starts with postgres:',
    );
    expect(await failToStart('migrate', { DATABASE_URL, API_DATABASE_ULR: urlOf(LEADS) })).toContain(
      'no variable API_DATABASE_ULR; rename it to API_DATABASE_URL',
    );
    const target = openPool(DATABASE_URL, { size: 1 });
    const { rows } = await target.query(`select to_regnamespace('leadline') as schema`);
    await target.end();
    expect(rows).toEqual([{ schema: null }]);
  });

  test('a misspelled DATABASE_URL does not start a database of its own', async () => {
    for (const command of ['serve', 'setup-token'])
      expect(await failToStart(command, { DATABSE_URL: ownerUrl })).toBe(
        'leadline: Leadline has no variable DATABSE_URL; rename it to DATABASE_URL, or remove it\n',
      );
  });
});

function forward(socket: Socket, url: string): void {
  const { hostname, port } = new URL(url);
  const upstream = connect(Number(port), hostname);
  socket.pipe(upstream).pipe(socket);
  for (const end of [socket, upstream]) end.on('error', () => {});
}

describe('a database that does not answer yet', () => {
  test('is waited for: the API is not ready, the worker starts when it answers', async () => {
    // Takes the port, but doesn't answer.
    const placeholder = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(placeholder, 'listening');
    const { port } = placeholder.address() as { port: number };
    const DATABASE_URL = change(ownerUrl, { host: `127.0.0.1:${port}` });
    const api = start('api', { DATABASE_URL });
    const worker = start('worker', { DATABASE_URL, LOG_LEVEL: 'info' });
    await expect.poll(api.output, { timeout: 30_000 }).toMatch(/^ready (http\S+)/m);
    const [, url] = /^ready (http\S+)/m.exec(api.output()) ?? [];
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    await expect.poll(worker.output, { timeout: 30_000 }).toContain('waiting for it');
    expect(worker.output()).not.toMatch(/^ready/m);
    // From now on, it is the database.
    placeholder.removeAllListeners('connection');
    placeholder.on('connection', (socket) => forward(socket, ownerUrl));
    await expect.poll(worker.output, { timeout: 30_000 }).toMatch(/^ready/m);
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 30_000 }).toBe(200);
    await worker.kill();
    await api.kill();
    placeholder.close();
  });
});
