// A hostile tenant attacks the service in every way we know of, one attack after the other and then all together. A
// normal tenant beside it must not notice.

import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount, type Installation, openInstallation, openPool } from '@leadline/server';
import { sql } from 'kysely';
import { openClient } from '../../http/client.ts';
import { findFreePort } from '../../net/find-free-port.ts';
import { type LeadlineProcess, spawnApi, spawnWorker } from '../../service/spawn-leadline.ts';
import { type Check, check, type DrillResult, type Log, silent } from '../drill.ts';
import { readLedger } from '../ledgers.ts';
import { type Attack, Attacker } from './attacker.ts';
import { ATTACKS } from './attacks/index.ts';
import { importOneRow } from './import-one-row.ts';
import { type NormalTenantResult, p99, type Sample, startNormalTenant } from './normal-tenant.ts';
import { watchStolenTime } from './stolen-time.ts';
import { Tally } from './tally.ts';
import { type ProcessWatch, watchProcess } from './watch-processes.ts';

export interface HostileSize {
  readonly secondsPerAttack: number;
  /** 0 to leave it out. */
  readonly secondsTogether: number;
  /** Of the files to import: 1 for 300 MB. */
  readonly scale: number;
  /** Only attacks whose name contains this. */
  readonly only?: string;
  /** Checks times over all attacks together instead of for each, because in a short attack a single slow moment of the
   * machine decides. Delays of the event loop are not checked, and nothing that takes time if the machine was starved. */
  readonly isShort?: boolean;
}

interface Phase {
  readonly name: string;
  readonly tally: Tally;
  readonly apiDelayMs: number;
  readonly apiRssMb: number;
  readonly workerRssMb: number;
  readonly databaseGrowthMb: number;
  /** How long the normal tenant's one-row import took. */
  readonly importSeconds: number;
}

const LEADS_PER_SECOND = 20;
const READS_PER_SECOND = 5;
const WARM_UP_SECONDS = 10;
const SETTLE_MS = 2_000;

const MAX_LEAD_P99_MS = 250;
const MAX_READ_P99_MS = 500;
const MAX_DELAY_MS = 100;
/** 256 MiB of requests in flight, two compute threads of 256 MiB, and the process itself. */
const MAX_API_RSS_MB = 1_024;
const MAX_WORKER_RSS_MB = 700;
const MAX_GROWTH_MB = 1_024;
const MAX_IMPORT_SECONDS = 20;
const MAX_STOP_SECONDS = 10;
const IDLE = 'nothing';
const TOGETHER = 'all together';
const MAX_TIMES_IDLE = 5;
const MAX_STOLEN_SHARE = 0.05;

export async function drillHostile(
  databaseUrl: string,
  size: HostileSize,
  log: Log = silent,
): Promise<DrillResult> {
  const db = openInstallation(openPool(databaseUrl, { size: 2 }));
  const ports = [await findFreePort(), await findFreePort()];
  const apis = await Promise.all(ports.map((port) => spawnApi(databaseUrl, port, 'error')));
  const worker = await spawnWorker(databaseUrl, 'error');
  const processes = [...apis, worker];
  try {
    const result = await attackAll(databaseUrl, db, apis, worker, size, log);
    for (const process of processes) if (process.output().includes('"level":50')) log(process.output());
    const stopped = await Promise.all(processes.map(stopsOnSignal));
    const stuck = stopped.filter((hasStopped) => !hasStopped).length;
    return {
      ...result,
      checks: [...result.checks, check(`processes that don't stop within ${MAX_STOP_SECONDS} s`, stuck, 0)],
    };
  } finally {
    await Promise.all(processes.map((process) => process.kill('SIGKILL')));
    await db.destroy();
  }
}

const stopsOnSignal = (process: LeadlineProcess): Promise<boolean> =>
  Promise.race([
    process.kill('SIGTERM').then(() => true),
    sleep(MAX_STOP_SECONDS * 1000, false, { ref: false }),
  ]);

async function attackAll(
  databaseUrl: string,
  db: Installation,
  apis: readonly LeadlineProcess[],
  worker: LeadlineProcess,
  { secondsPerAttack, secondsTogether, scale, only = '', isShort = false }: HostileSize,
  log: Log,
): Promise<DrillResult> {
  const urls = apis.map(({ url }) => url);
  const normal = await createAccount(db, 'ana@example.org', 'scale');
  const attacker = await Attacker.open(db, urls, scale);
  const attacks = ATTACKS.filter(({ name }) => name.includes(only));
  const apiWatches = apis.map(watchProcess);
  const workerWatch = watchProcess(worker);
  const tenant = startNormalTenant({
    urls,
    key: normal.liveKey,
    leadsPerSecond: LEADS_PER_SECOND,
    readsPerSecond: READS_PER_SECOND,
  });
  // An attacker has its own machine. Only for this thread; the normal tenant has started its own.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const started = performance.now();
  const stolenShare = watchStolenTime();
  const client = openClient(urls[0] as string, 2);
  const phases: Phase[] = [];
  const runPhase = async (name: string, together: readonly Attack[], seconds: number): Promise<void> => {
    attacker.tally = new Tally();
    for (const { prepare } of together) await prepare?.(attacker);
    const bytesBefore = await databaseBytes(db);
    for (const watch of [...apiWatches, workerWatch]) watch.take();
    tenant.enterPhase(name);
    const importing = importOneRow(client, normal.liveKey, MAX_IMPORT_SECONDS);
    const signal = AbortSignal.timeout(seconds * 1000);
    const ended = Promise.all(together.map(({ run }) => run(attacker, signal)));
    await Promise.all([ended, sleep(seconds * 1000)]);
    const importSeconds = await importing;
    tenant.enterPhase('between');
    const phase = {
      name,
      tally: attacker.tally,
      ...seen(apiWatches, workerWatch),
      databaseGrowthMb: Math.round(((await databaseBytes(db)) - bytesBefore) / 1024 ** 2),
      importSeconds,
    };
    phases.push(phase);
    log(describePhase(phase));
    await sleep(SETTLE_MS);
  };
  // The first requests of each kind compile code and start threads.
  await Promise.all([
    sleep(WARM_UP_SECONDS * 1000),
    importOneRow(client, normal.liveKey, MAX_IMPORT_SECONDS),
  ]);
  await runPhase(IDLE, [], secondsPerAttack);
  for (const attack of attacks) await runPhase(attack.name, [attack], secondsPerAttack);
  if (attacks.length > 1 && secondsTogether > 0) {
    const again = attacks.map(({ name, run }) => ({ name, run })); // already prepared
    await runPhase(TOGETHER, again, secondsTogether);
  }
  const seconds = (performance.now() - started) / 1000;
  setPriority(constants.priority.PRIORITY_NORMAL);
  for (const watch of [...apiWatches, workerWatch]) watch.stop();
  const result = await tenant.stop();
  await Promise.all([attacker.close(), client.close()]);
  const stored = await readLedger(databaseUrl, normal.accountId);
  const exited = [...apis, worker].filter(
    ({ child }) => child.exitCode !== null || child.signalCode !== null,
  );
  return {
    checks: [
      ...checkNormal(result, new Set(stored.leads.map(({ leadId }) => leadId)), isShort, stolenShare()),
      check('processes that ended', exited.length, 0),
      ...(isShort ? [] : [checkDelays(phases)]),
      ...checkPhases(phases),
    ],
    figures: {
      seconds: Math.round(seconds),
      attacks: attacks.length,
      'normal tenant: leads': result.acknowledged.length,
      'normal tenant: reads': result.samples.filter(({ kind }) => kind === 'read').length,
      ...figuresOf(result.samples, phases),
    },
  };
}

function seen(apis: readonly ProcessWatch[], worker: ProcessWatch) {
  const taken = apis.map((watch) => watch.take());
  return {
    apiDelayMs: Math.max(...taken.map(({ maxDelayMs }) => maxDelayMs)),
    apiRssMb: Math.max(...taken.map(({ peakRssMb }) => peakRssMb)),
    workerRssMb: worker.take().peakRssMb,
  };
}

function checkNormal(
  { samples, acknowledged }: NormalTenantResult,
  stored: ReadonlySet<string>,
  isShort: boolean,
  stolenShare: number,
): Check[] {
  const failed = samples.filter(({ status }) => status !== 200);
  return [
    check('acknowledged leads that are missing', acknowledged.filter((id) => !stored.has(id)).length, 0),
    check('requests of the normal tenant that failed', describeFailures(failed), 'none'),
    ...(isShort && stolenShare > MAX_STOLEN_SHARE
      ? []
      : [
          (isShort ? checkAll : checkEach)(samples, 'lead', MAX_LEAD_P99_MS),
          (isShort ? checkAll : checkEach)(samples, 'read', MAX_READ_P99_MS),
        ]),
  ];
}

/** On a machine that is busy with other work, the limit is a multiple of the times without an attack. */
function checkAll(samples: readonly Sample[], kind: Sample['kind'], maxMs: number): Check {
  const of = samples.filter((sample) => sample.kind === kind && sample.phase !== 'before');
  const idleMs = p99(of.filter(({ phase }) => phase === IDLE));
  const ms = p99(of);
  const isQuick = ms < Math.max(maxMs, MAX_TIMES_IDLE * idleMs);
  return check(`the p99 of ${kind}s is below ${maxMs} ms`, isQuick ? 'yes' : `no: ${ms} ms`, 'yes');
}

/** In every attack, not only on average over all of them. */
function checkEach(samples: readonly Sample[], kind: Sample['kind'], maxMs: number): Check {
  const phases = Map.groupBy(
    samples.filter((sample) => sample.kind === kind && sample.phase !== 'before'),
    ({ phase }) => phase,
  );
  const slow = [...phases].map(([name, of]) => ({ name, ms: p99(of) })).filter(({ ms }) => ms >= maxMs);
  return check(
    `attacks in which the p99 of ${kind}s is ${maxMs} ms or more`,
    slow.map(({ name, ms }) => `${name} (${ms} ms)`).join(', ') || 'none',
    'none',
  );
}

const listPhases = (
  phases: readonly Phase[],
  isBad: (phase: Phase) => boolean,
  describe: (phase: Phase) => string,
): string =>
  phases
    .filter(isBad)
    .map((phase) => `${phase.name} (${describe(phase)})`)
    .join(', ') || 'none';

const checkDelays = (phases: readonly Phase[]): Check =>
  check(
    `attacks in which an event loop is delayed by ${MAX_DELAY_MS} ms or more`,
    listPhases(
      phases,
      ({ apiDelayMs }) => apiDelayMs >= MAX_DELAY_MS,
      ({ apiDelayMs }) => `${apiDelayMs} ms`,
    ),
    'none',
  );

function checkPhases(phases: readonly Phase[]): Check[] {
  const list = (isBad: (phase: Phase) => boolean, describe: (phase: Phase) => string): string =>
    listPhases(phases, isBad, describe);
  const sum = (count: (phase: Phase) => number): number =>
    phases.reduce((total, phase) => total + count(phase), 0);
  const limited = sum(({ tally }) => tally.countOf((status) => [402, 413, 429].includes(status)));
  return [
    check(
      `attacks in which an API process uses more than ${MAX_API_RSS_MB} MB`,
      list(
        ({ apiRssMb }) => apiRssMb > MAX_API_RSS_MB,
        ({ apiRssMb }) => `${apiRssMb} MB`,
      ),
      'none',
    ),
    check(
      `attacks in which the worker uses more than ${MAX_WORKER_RSS_MB} MB`,
      list(
        ({ workerRssMb }) => workerRssMb > MAX_WORKER_RSS_MB,
        ({ workerRssMb }) => `${workerRssMb} MB`,
      ),
      'none',
    ),
    check(
      `attacks in which another account's one-row import takes ${MAX_IMPORT_SECONDS} s or more`,
      list(
        ({ importSeconds }) => importSeconds >= MAX_IMPORT_SECONDS,
        () => 'too slow',
      ),
      'none',
    ),
    check(
      `the database grows by less than ${MAX_GROWTH_MB} MB`,
      sum(({ databaseGrowthMb }) => databaseGrowthMb) < MAX_GROWTH_MB ? 'yes' : 'no',
      'yes',
    ),
    check(
      'attacks answered with 5xx',
      list(
        ({ tally }) => tally.countOf((status) => status >= 500) > 0,
        ({ tally }) => tally.describe(),
      ),
      'none',
    ),
    check(
      'errors for the attacker without a code',
      sum(({ tally }) => tally.errorsWithoutCode),
      0,
    ),
    check('the attacker is limited (402, 413, 429)', limited > 0 ? 'yes' : 'no', 'yes'),
  ];
}

function figuresOf(samples: readonly Sample[], phases: readonly Phase[]): Record<string, number> {
  const figures: Record<string, number> = {};
  for (const { name, apiDelayMs, databaseGrowthMb } of phases) {
    for (const kind of ['lead', 'read'] as const) {
      const of = samples.filter((sample) => sample.kind === kind && sample.phase === name);
      figures[`${name}: p99 of ${kind}s, ms`] = p99(of);
    }
    figures[`${name}: event-loop delay, ms`] = apiDelayMs;
    figures[`${name}: database growth, MB`] = databaseGrowthMb;
  }
  figures['peak memory of an API process, MB'] = Math.max(...phases.map(({ apiRssMb }) => apiRssMb));
  figures['peak memory of the worker, MB'] = Math.max(...phases.map(({ workerRssMb }) => workerRssMb));
  return figures;
}

const describePhase = ({
  name,
  tally,
  apiDelayMs,
  apiRssMb,
  workerRssMb,
  databaseGrowthMb,
  importSeconds,
}: Phase) =>
  `${name}: delay ${apiDelayMs} ms, API ${apiRssMb} MB, worker ${workerRssMb} MB, disk +${databaseGrowthMb} MB, ` +
  `import ${importSeconds.toFixed(1)} s; attacker got ${tally.describe()}`;

const describeFailures = (failed: readonly Sample[]): string =>
  [...Map.groupBy(failed, ({ phase, status }) => `${phase}: ${status === 0 ? 'no response' : status}`)]
    .map(([what, of]) => `${what} × ${of.length}`)
    .join(', ') || 'none';

async function databaseBytes(db: Installation): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}
