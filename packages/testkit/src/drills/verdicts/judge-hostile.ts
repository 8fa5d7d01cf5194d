// The verdict of the hostile drill. It proves something only if every attack was answered, the normal tenant was active during all of
// them, and the processes were measured.

import { type Check, check, checkAtLeast } from '../drill.ts';
import { p99, type Sample, slowestOf } from '../hostile/normal-tenant.ts';
import type { Tally } from '../hostile/tally.ts';

export interface HostileFacts {
  /** Checks nine tenths of all requests, over all attacks together, instead of 99 % in each: in a short attack a single slow
   * moment of the machine decides. Of delays of the event loop, only a freeze counts. Nothing that takes time is checked if the
   * machine was starved. */
  readonly isShort: boolean;
  /** The share of the CPU time that the machine's host gave to others. */
  readonly stolenShare: number;
  /** The first is without an attack. An attack that seemed slow was repeated. */
  readonly phases: readonly Phase[];
  /** Of the normal tenant. */
  readonly samples: readonly Sample[];
  readonly acknowledged: readonly string[];
  /** The IDs of its leads in the database. */
  readonly stored: ReadonlySet<string>;
  /** Processes that ended by themselves, and that didn't end when they were told to. */
  readonly exited: number;
  readonly stuck: number;
}

/** An attack, or several together. */
export interface Phase {
  readonly name: string;
  /** How long everything took in it doesn't count, because the attack was repeated. */
  readonly isRepeated: boolean;
  readonly tally: Tally;
  readonly apiDelayMs: number;
  readonly apiRssMb: number;
  readonly workerRssMb: number;
  readonly databaseGrowthMb: number;
  /** What the database wrote to its log, which goes to replicas and backups too. */
  readonly walMb: number;
  /** How long the normal tenant's one-row import took. */
  readonly importSeconds: number;
  /** How long a sync of the normal tenant's CRM took; null if none was asked for. */
  readonly crmSeconds: number | null;
}

export const IDLE = 'nothing';
export const MAX_IMPORT_SECONDS = 20;
export const MAX_CRM_SECONDS = 20;
export const MAX_STOP_SECONDS = 10;

const MAX_P99_MS = { lead: 250, read: 500 };
const MAX_DELAY_MS = 100;
/** No stall of a busy machine is as long. */
const FREEZE_MS = 5_000;
/** 256 MiB of requests in flight, two compute threads of 256 MiB, and 400 MB for the process itself, which holds the reader;
 * our deployments allow 1,536. */
const MAX_API_RSS_MB = 1_200;
const MAX_WORKER_RSS_MB = 700;
const MAX_GROWTH_MB = 1_024;
const MAX_WAL_MB = 1_024;
const MAX_TIMES_IDLE = 5;
const MOST = 0.9;
const MAX_STOLEN_SHARE = 0.05;

const isStarved = ({ isShort, stolenShare }: HostileFacts): boolean =>
  isShort && stolenShare > MAX_STOLEN_SHARE;

export const judgeHostile = (facts: HostileFacts): Check[] => [
  ...judgeActivity(facts),
  ...judgeNormalTenant(facts),
  check('processes that ended', facts.exited, 0),
  check(`processes that don't stop within ${MAX_STOP_SECONDS} s`, facts.stuck, 0),
  ...(isStarved(facts) ? [] : [checkDelays(facts.phases, facts.isShort ? FREEZE_MS : MAX_DELAY_MS)]),
  ...checkPhases(facts.phases),
];

function judgeActivity({ phases, samples }: HostileFacts): Check[] {
  const attacks = phases.filter(({ name }) => name !== IDLE);
  const isActive = (kind: Sample['kind'], { name }: Phase): boolean =>
    samples.some((sample) => sample.kind === kind && sample.phase === name);
  const isMeasured = ({ apiRssMb, workerRssMb, apiDelayMs }: Phase): boolean =>
    apiRssMb > 0 && workerRssMb > 0 && apiDelayMs > 0;
  return [
    checkAtLeast('attacks', attacks.length, 1),
    check(
      'attacks that never reached the service',
      listNames(attacks, ({ tally }) => tally.total === 0),
      'none',
    ),
    check(
      'attacks without leads of the normal tenant',
      listNames(phases, (phase) => !isActive('lead', phase)),
      'none',
    ),
    check(
      'attacks without reads of the normal tenant',
      listNames(phases, (phase) => !isActive('read', phase)),
      'none',
    ),
    check(
      'attacks in which the processes were not measured',
      listNames(phases, (phase) => !isMeasured(phase)),
      'none',
    ),
  ];
}

const listNames = (phases: readonly Phase[], isBad: (phase: Phase) => boolean): string =>
  phases
    .filter(isBad)
    .map(({ name }) => name)
    .join(', ') || 'none';

function judgeNormalTenant(facts: HostileFacts): Check[] {
  const { samples, acknowledged, stored, isShort, phases } = facts;
  const repeated = new Set(phases.filter(({ isRepeated }) => isRepeated).map(({ name }) => name));
  const counts = ({ phase }: Sample): boolean => !repeated.has(phase);
  const failed = samples.filter(({ status }) => status !== 200);
  return [
    checkAtLeast('leads of the normal tenant acknowledged', acknowledged.length, 1),
    check('acknowledged leads that are missing', acknowledged.filter((id) => !stored.has(id)).length, 0),
    check('requests of the normal tenant that failed', describeFailures(failed), 'none'),
    ...(isStarved(facts)
      ? []
      : (['lead', 'read'] as const).map((kind) =>
          isShort ? checkAll(samples, kind) : checkEach(samples.filter(counts), kind),
        )),
  ];
}

/** On a machine that is busy with other work, the limit is a multiple of the times without an attack. */
function checkAll(samples: readonly Sample[], kind: Sample['kind']): Check {
  const maxMs = MAX_P99_MS[kind];
  const of = samples.filter((sample) => sample.kind === kind && sample.phase !== 'before');
  const idleMs = slowestOf(
    of.filter(({ phase }) => phase === IDLE),
    MOST,
  );
  const ms = slowestOf(of, MOST);
  const isQuick = ms < Math.max(maxMs, MAX_TIMES_IDLE * idleMs);
  return check(`nine tenths of ${kind}s take less than ${maxMs} ms`, isQuick ? 'yes' : `no: ${ms} ms`, 'yes');
}

/** In every attack, not only on average over all of them. */
function checkEach(samples: readonly Sample[], kind: Sample['kind']): Check {
  const maxMs = MAX_P99_MS[kind];
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

const checkDelays = (phases: readonly Phase[], maxMs: number): Check =>
  check(
    `attacks in which an event loop is delayed by ${maxMs} ms or more`,
    listPhases(
      phases,
      ({ apiDelayMs, isRepeated }) => apiDelayMs >= maxMs && !isRepeated,
      ({ apiDelayMs }) => `${apiDelayMs} ms`,
    ),
    'none',
  );

/** What an attack causes happens again when it is repeated; a stall of the machine doesn't. */
export const isSlow = ({ name, apiDelayMs }: Phase, samples: readonly Sample[]): boolean =>
  apiDelayMs >= MAX_DELAY_MS ||
  (['lead', 'read'] as const).some(
    (kind) =>
      p99(samples.filter((sample) => sample.phase === name && sample.kind === kind)) >= MAX_P99_MS[kind],
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
    checkAtLeast(
      "syncs of the normal tenant's CRM",
      phases.filter(({ crmSeconds }) => crmSeconds !== null).length,
      1,
    ),
    check(
      `attacks in which the sync of another account's CRM takes ${MAX_CRM_SECONDS} s or more`,
      list(
        ({ crmSeconds }) => crmSeconds !== null && crmSeconds >= MAX_CRM_SECONDS,
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
      `attacks in which the database writes more than ${MAX_WAL_MB} MB of WAL`,
      list(
        ({ walMb }) => walMb > MAX_WAL_MB,
        ({ walMb }) => `${walMb} MB`,
      ),
      'none',
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

const describeFailures = (failed: readonly Sample[]): string =>
  [...Map.groupBy(failed, ({ phase, status }) => `${phase}: ${status === 0 ? 'no response' : status}`)]
    .map(([what, of]) => `${what} × ${of.length}`)
    .join(', ') || 'none';
