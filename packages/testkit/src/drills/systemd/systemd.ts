// The units of deploy/systemd start, run confined, come back after kill -9 under load, and stop in time with exit code 0.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SystemdMachine, startMachine } from '../../containers/systemd-machine.ts';
import { findFreePort } from '../../net/find-free-port.ts';
import { TEST_SECRET_KEY } from '../../service/start-in-process.ts';
import { makeAccount } from '../accounts.ts';
import { type Check, check, type DrillResult, type Log, silent } from '../drill.ts';
import { makeLogins } from '../make-logins.ts';
import { checkDeliveries, startRetryingLoad } from '../retrying-load.ts';
import { waitUntil } from '../wait-until.ts';

/** systemd's own measure, from 0 (confined) to 10; the service manager calls less than 2 "OK". */
const MAX_EXPOSURE = 2;
const MAX_STOP_SECONDS = 5;

export async function drillSystemd(
  image: string,
  databaseUrl: string,
  log: Log = silent,
): Promise<DrillResult> {
  const settings = await writeSettings(databaseUrl);
  const machine = await startMachine(image, settings);
  try {
    await waitUntil(() => succeeds(machine.run('systemctl', 'is-active', 'basic.target')));
    log('migrating');
    await machine.start('leadline-migrate');
    const { accountId, liveKey } = await makeAccount(databaseUrl, null);
    // Four digits, because the units put a 1 before them for the metrics.
    const ports = [await findFreePort(2_000, 5_000), await findFreePort(5_000, 9_000)];
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    const units = [...ports.map((port) => `leadline-api@${port}`), 'leadline-worker'];
    log('starting');
    await machine.start(...units);
    await untilReady(urls);
    const metrics = await checkMetrics([...ports.map((port) => `1${port}`), '9464']);
    const confinement = await checkConfinement(machine, units);
    const load = startRetryingLoad(urls, liveKey);
    const restarts: Check[] = [];
    for (const unit of units) {
      log(`kill -9 of ${unit}`);
      await machine.run('systemctl', 'kill', '--kill-who=main', '--signal=KILL', unit);
      await waitUntil(async () => (await machine.show(unit, 'NRestarts')) !== '0');
      await waitUntil(async () => (await machine.show(unit, 'ActiveState')) === 'active');
      await untilReady(urls);
      restarts.push(check(`${nameUnit(unit)}: restarts`, await machine.show(unit, 'NRestarts'), '1'));
    }
    const before = load.acknowledged();
    await waitUntil(async () => load.acknowledged() > before + 200);
    const deliveries = await load.stop();
    const stops: Check[] = [];
    let slowest = 0;
    for (const unit of units) {
      log(`stopping ${unit}`);
      const from = performance.now();
      await machine.run('systemctl', 'stop', unit);
      slowest = Math.max(slowest, (performance.now() - from) / 1000);
      const end = [await machine.show(unit, 'Result'), await machine.show(unit, 'ExecMainStatus')];
      stops.push(check(`${nameUnit(unit)}: result and exit code of a stop`, end.join(' '), 'success 0'));
    }
    return {
      checks: [
        metrics,
        ...confinement.checks,
        ...restarts,
        ...stops,
        check('stopped within 5 s', slowest < MAX_STOP_SECONDS ? 'yes' : `${slowest.toFixed(1)} s`, 'yes'),
        ...(await checkDeliveries(databaseUrl, accountId, deliveries)),
      ],
      figures: {
        ...confinement.figures,
        'slowest stop, s': Math.round(slowest * 10) / 10,
        ...deliveries.figures,
      },
    };
  } finally {
    await machine.remove();
    await rm(settings, { recursive: true, force: true });
  }
}

/** The files of /etc/leadline, as docs/deploy.md describes them. */
async function writeSettings(databaseUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-etc-'));
  const { API_DATABASE_URL, AUTH_DATABASE_URL, WORKER_DATABASE_URL } = makeLogins(databaseUrl);
  const files = {
    'owner-database-url': databaseUrl,
    'api-database-url': API_DATABASE_URL,
    'auth-database-url': AUTH_DATABASE_URL,
    'worker-database-url': WORKER_DATABASE_URL,
    'secret-key': TEST_SECRET_KEY,
    settings: 'PUBLIC_URL=https://leads.example.org',
  };
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), `${text}\n`, { mode: 0o600 });
  return folder;
}

async function checkConfinement(machine: SystemdMachine, units: readonly string[]): Promise<DrillResult> {
  const checks: Check[] = [];
  const figures: Record<string, number> = {};
  const files = ['leadline-migrate', ...units].map((unit) => `${unit}.service`);
  const complaints = await machine.run(
    'sh',
    '-c',
    'systemd-analyze verify "$@" 2>&1 || true',
    'sh',
    ...files,
  );
  checks.push(check('systemd-analyze verify', complaints || 'no complaint', 'no complaint'));
  for (const unit of units) {
    const name = nameUnit(unit);
    const user = await machine.run('stat', '-c', '%u', `/proc/${await machine.show(unit, 'MainPID')}`);
    checks.push(check(`${name}: a user of its own`, isDynamic(Number(user)) ? 'yes' : user, 'yes'));
    const report = await machine.run('systemd-analyze', 'security', '--no-pager', `${unit}.service`);
    const exposure = Number(/exposure level for .*: ([\d.]+)/.exec(report)?.[1]);
    figures[`${name}: exposure`] = exposure;
    checks.push(check(`${name}: exposure below 2`, exposure < MAX_EXPOSURE ? 'yes' : exposure, 'yes'));
  }
  return { checks, figures };
}

/** The range that systemd takes users from which exist only while a unit runs. */
const isDynamic = (user: number): boolean => user >= 61_184 && user <= 65_519;

/** Two instances of one unit have different ports every time. */
const nameUnit = (unit: string): string => unit.replace(/@\d+$/, '@');

const untilReady = (urls: readonly string[]): Promise<void> =>
  waitUntil(async () => {
    const answers = await Promise.all(urls.map((url) => fetch(`${url}/readyz`).catch(() => null)));
    return answers.every((answer) => answer?.status === 200);
  });

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

async function checkMetrics(ports: readonly string[]): Promise<Check> {
  const statuses = await Promise.all(
    ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).status),
  );
  return check('answers of the metrics ports', statuses.join(' '), ports.map(() => 200).join(' '));
}
