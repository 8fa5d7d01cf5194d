// The units of deploy/systemd start, run confined, come back after kill -9 under load, and stop in time with exit code 0.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SystemdMachine, startMachine } from '../../containers/systemd-machine.ts';
import { findFreePort } from '../../net/find-free-port.ts';
import { TEST_SECRET_KEY } from '../../service/start-in-process.ts';
import { makeAccount } from '../accounts.ts';
import { type DrillResult, type Log, silent } from '../drill.ts';
import { readLedger } from '../ledgers.ts';
import { makeLogins } from '../make-logins.ts';
import { startRetryingLoad } from '../retrying-load.ts';
import { judgeSystemd, type UnitFacts } from '../verdicts/judge-systemd.ts';
import { waitUntil } from '../wait-until.ts';

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
    const metrics = await readMetrics([...ports.map((port) => `1${port}`), '9464']);
    const complaints = await findComplaints(machine, units);
    const confined = new Map<string, Pick<UnitFacts, 'user' | 'exposure'>>();
    for (const unit of units) confined.set(unit, await readConfinement(machine, unit));
    const load = startRetryingLoad(urls, liveKey);
    const restarts = new Map<string, string>();
    for (const unit of units) {
      log(`kill -9 of ${unit}`);
      await machine.run('systemctl', 'kill', '--kill-who=main', '--signal=KILL', unit);
      await waitUntil(async () => (await machine.show(unit, 'NRestarts')) !== '0');
      await waitUntil(async () => (await machine.show(unit, 'ActiveState')) === 'active');
      await untilReady(urls);
      restarts.set(unit, await machine.show(unit, 'NRestarts'));
    }
    const before = load.acknowledged();
    await waitUntil(async () => load.acknowledged() > before + 200);
    const deliveries = await load.stop();
    const judged: UnitFacts[] = [];
    for (const unit of units) {
      log(`stopping ${unit}`);
      const from = performance.now();
      await machine.run('systemctl', 'stop', unit);
      const secondsToStop = (performance.now() - from) / 1000;
      const end = [await machine.show(unit, 'Result'), await machine.show(unit, 'ExecMainStatus')];
      judged.push({
        name: nameUnit(unit),
        user: Number.NaN,
        exposure: Number.NaN,
        ...confined.get(unit),
        restarts: restarts.get(unit) ?? 'none',
        stopped: end.join(' '),
        secondsToStop,
      });
    }
    const ledger = await readLedger(databaseUrl, accountId);
    return {
      checks: judgeSystemd({ complaints, metrics, units: judged, deliveries, ledger }),
      figures: {
        ...Object.fromEntries(judged.map(({ name, exposure }) => [`${name}: exposure`, exposure])),
        'slowest stop, s':
          Math.round(Math.max(...judged.map(({ secondsToStop }) => secondsToStop)) * 10) / 10,
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

function findComplaints(machine: SystemdMachine, units: readonly string[]): Promise<string> {
  const files = ['leadline-migrate', ...units].map((unit) => `${unit}.service`);
  return machine.run('sh', '-c', 'systemd-analyze verify "$@" 2>&1 || true', 'sh', ...files);
}

async function readConfinement(
  machine: SystemdMachine,
  unit: string,
): Promise<Pick<UnitFacts, 'user' | 'exposure'>> {
  const user = await machine.run('stat', '-c', '%u', `/proc/${await machine.show(unit, 'MainPID')}`);
  const report = await machine.run('systemd-analyze', 'security', '--no-pager', `${unit}.service`);
  return { user: Number(user), exposure: Number(/exposure level for .*: ([\d.]+)/.exec(report)?.[1]) };
}

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

/** Returns the statuses. */
const readMetrics = (ports: readonly string[]): Promise<number[]> =>
  Promise.all(ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).status));
