// A hostile tenant attacks the service in every way we know of, one attack after the other and then all together. A
// normal tenant beside it must not notice.

import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount, type Installation, openInstallation, openPool } from '@leadline/server';
import { sql } from 'kysely';
import { openClient } from '../../http/client.ts';
import { findFreePort } from '../../net/find-free-port.ts';
import { hasExited, type LeadlineProcess, spawnApi, spawnWorker } from '../../service/spawn-leadline.ts';
import { type DrillResult, type Log, silent } from '../drill.ts';
import { readLedger } from '../ledgers.ts';
import {
  type HostileFacts,
  IDLE,
  isSlow,
  judgeHostile,
  MAX_CRM_SECONDS,
  MAX_IMPORT_SECONDS,
  MAX_STOP_SECONDS,
  type Phase,
} from '../verdicts/judge-hostile.ts';
import { type Attack, Attacker } from './attacker.ts';
import { ATTACKS } from './attacks/index.ts';
import { importOneRow } from './import-one-row.ts';
import { p99, type Sample, startNormalTenant } from './normal-tenant.ts';
import { connectOwnCrm, syncOwnCrm } from './own-crm.ts';
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
  /** See HostileFacts. */
  readonly isShort?: boolean;
}

const LEADS_PER_SECOND = 20;
const READS_PER_SECOND = 5;
const WARM_UP_SECONDS = 10;
/** Between attacks, so that one doesn't slow down the next. */
const SETTLE_MS = 2_000;
/** If times are checked over all attacks together. */
const SHORT_WARM_UP_SECONDS = 4;
const SHORT_SETTLE_MS = 300;

/** Until the first answer, in a short attack on a busy machine. */
const MAX_EXTRA_SECONDS = 20;
const MAX_RUNS = 3;

const TOGETHER = 'all together';

export async function drillHostile(
  databaseUrl: string,
  size: HostileSize,
  log: Log = silent,
): Promise<DrillResult> {
  const db = openInstallation(openPool(databaseUrl, { size: 2 }));
  const ports = [await findFreePort(), await findFreePort()];
  const apis = await Promise.all(
    ports.map((port, index) => spawnApi(databaseUrl, port, index === 0 ? 'error' : 'info')),
  );
  // As if the disk of its log were full.
  const unread = (apis[1] as LeadlineProcess).child.stdout;
  unread?.pause();
  const worker = await spawnWorker(databaseUrl, 'error');
  const processes = [...apis, worker];
  try {
    const { facts, figures } = await attackAll(databaseUrl, db, apis, worker, size, log);
    for (const process of processes) if (process.output().includes('"level":50')) log(process.output());
    unread?.resume();
    const stopped = await Promise.all(processes.map(stopsOnSignal));
    const stuck = stopped.filter((hasStopped) => !hasStopped).length;
    return { checks: judgeHostile({ ...facts, stuck }), figures };
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
): Promise<{ facts: Omit<HostileFacts, 'stuck'>; figures: DrillResult['figures'] }> {
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
  const crm = await connectOwnCrm(db, urls[0] as string, normal);
  const phases: Phase[] = [];
  const runPhase = async (name: string, together: readonly Attack[], seconds: number): Promise<Phase> => {
    const tally = new Tally();
    attacker.tally = tally;
    for (const { prepare } of together) await prepare?.(attacker);
    const before = await measureDatabase(db);
    for (const watch of [...apiWatches, workerWatch]) watch.take();
    tenant.enterPhase(name);
    const importing = importOneRow(client, normal.liveKey, MAX_IMPORT_SECONDS);
    const syncing = mayDelayCrm(name) ? syncOwnCrm(client, normal.liveKey, MAX_CRM_SECONDS) : null;
    const stop = new AbortController();
    const ended = Promise.all(together.map(({ run }) => run(attacker, stop.signal)));
    const limitTime = async (): Promise<void> => {
      await sleep(seconds * 1000);
      for (let waited = 0; waited < MAX_EXTRA_SECONDS && together.length > 0 && tally.total === 0; waited++)
        await sleep(1_000);
      stop.abort();
    };
    await Promise.all([ended, limitTime()]);
    const importSeconds = await importing;
    const crmSeconds = await syncing;
    tenant.enterPhase('between');
    const after = await measureDatabase(db);
    const phase = {
      name,
      isRepeated: false,
      tally,
      ...seen(apiWatches, workerWatch),
      databaseGrowthMb: Math.round((after.bytes - before.bytes) / 1024 ** 2),
      walMb: Math.round((after.wal - before.wal) / 1024 ** 2),
      importSeconds,
      crmSeconds,
    };
    phases.push(phase);
    log(describePhase(phase));
    await sleep(isShort ? SHORT_SETTLE_MS : SETTLE_MS);
    return phase;
  };
  const runAttack = async (attack: Attack): Promise<void> => {
    let phase = await runPhase(attack.name, [attack], secondsPerAttack);
    for (let run = 2; run <= MAX_RUNS && !isShort; run++) {
      if (!isSlow(phase, (await tenant.report()).samples)) return;
      phases[phases.length - 1] = { ...phase, isRepeated: true };
      phase = await runPhase(`${attack.name}, run ${run}`, [prepared(attack)], secondsPerAttack);
    }
  };
  // The first requests of each kind compile code and start threads.
  await Promise.all([
    sleep((isShort ? SHORT_WARM_UP_SECONDS : WARM_UP_SECONDS) * 1000),
    importOneRow(client, normal.liveKey, MAX_IMPORT_SECONDS),
  ]);
  await runPhase(IDLE, [], secondsPerAttack);
  for (const attack of attacks) await runAttack(attack);
  if (attacks.length > 1 && secondsTogether > 0)
    await runPhase(TOGETHER, attacks.map(prepared), secondsTogether);
  const seconds = (performance.now() - started) / 1000;
  setPriority(constants.priority.PRIORITY_NORMAL);
  for (const watch of [...apiWatches, workerWatch]) watch.stop();
  const result = await tenant.stop();
  await Promise.all([attacker.close(), client.close(), crm.close()]);
  const stored = await readLedger(databaseUrl, normal.accountId);
  const exited = [...apis, worker].filter(hasExited);
  return {
    facts: {
      isShort,
      stolenShare: stolenShare(),
      phases,
      ...result,
      stored: new Set(stored.leads.map(({ leadId }) => leadId)),
      exited: exited.length,
    },
    figures: {
      seconds: Math.round(seconds),
      attacks: attacks.length,
      'runs of slow attacks that were repeated': phases.filter(({ isRepeated }) => isRepeated).length,
      "CPU time that the machine's host gave to others, %": Math.round(stolenShare() * 100),
      'normal tenant: leads': result.acknowledged.length,
      'normal tenant: reads': result.samples.filter(({ kind }) => kind === 'read').length,
      ...figuresOf(result.samples, phases),
    },
  };
}

/** A sync that somebody asked for takes a few seconds, longer than many attacks of a short drill. */
const mayDelayCrm = (name: string): boolean => [IDLE, TOGETHER].includes(name) || name.includes('CRM');

const prepared = ({ name, run }: Attack): Attack => ({ name, run });

function seen(apis: readonly ProcessWatch[], worker: ProcessWatch) {
  const taken = apis.map((watch) => watch.take());
  return {
    apiDelayMs: Math.max(...taken.map(({ maxDelayMs }) => maxDelayMs)),
    apiRssMb: Math.max(...taken.map(({ peakRssMb }) => peakRssMb)),
    workerRssMb: worker.take().peakRssMb,
  };
}

function figuresOf(samples: readonly Sample[], phases: readonly Phase[]): Record<string, number> {
  const figures: Record<string, number> = {};
  for (const { name, apiDelayMs, databaseGrowthMb, walMb, crmSeconds } of phases) {
    for (const kind of ['lead', 'read'] as const) {
      const of = samples.filter((sample) => sample.kind === kind && sample.phase === name);
      figures[`${name}: p99 of ${kind}s, ms`] = p99(of);
    }
    figures[`${name}: event-loop delay, ms`] = apiDelayMs;
    figures[`${name}: database growth, MB`] = databaseGrowthMb;
    figures[`${name}: WAL, MB`] = walMb;
    if (crmSeconds !== null)
      figures[`${name}: sync of the normal tenant's CRM, s`] = Math.round(crmSeconds * 10) / 10;
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
  walMb,
  importSeconds,
  crmSeconds,
}: Phase) =>
  `${name}: delay ${apiDelayMs} ms, API ${apiRssMb} MB, worker ${workerRssMb} MB, disk +${databaseGrowthMb} MB, WAL ${walMb} MB, ` +
  `import ${importSeconds.toFixed(1)} s${crmSeconds === null ? '' : `, CRM ${crmSeconds.toFixed(1)} s`}; attacker got ${tally.describe()}`;

async function measureDatabase(db: Installation): Promise<{ readonly bytes: number; readonly wal: number }> {
  const { rows } = await sql<{ bytes: number; wal: number }>`
    select pg_database_size(current_database()) as bytes, (pg_current_wal_insert_lsn() - '0/0')::bigint as wal`.execute(
    db,
  );
  return rows[0] ?? { bytes: 0, wal: 0 };
}
