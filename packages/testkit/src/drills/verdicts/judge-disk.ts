// The verdicts of the parts of the disk drill.

import { type Check, check, checkAtLeast } from '../drill.ts';
import type { AccountLedger } from '../ledgers.ts';
import type { Deliveries } from '../retrying-load.ts';
import { judgeDeliveries } from './judge-deliveries.ts';

/** What was seen for a while. */
export interface Watched {
  readonly acknowledged: number;
  readonly unavailable: number;
  /** How often readyz said 200 or 503. */
  readonly ready: number;
  readonly unready: number;
  /** How often readyz said 200 although no lead had been acknowledged for longer than a lead waits. */
  readonly lies: number;
}

/** Whether both processes answered readyz with the status in time. */
export interface Noticed {
  readonly isSo: boolean;
  readonly ms: number;
}

export interface RecoveryFacts {
  /** Null if the service did not recover in time. */
  readonly recoveryMs: number | null;
  readonly deliveries: Pick<Deliveries, 'acknowledged' | 'gaveUp' | 'unexpected'>;
  readonly ledger: AccountLedger;
  /** API processes that ended. */
  readonly exited: number;
  readonly unavailable: { readonly count: number; readonly withRetryAfter: number };
}

/** What must be true after every fault. */
export const judgeRecovery = (facts: RecoveryFacts): Check[] => [
  check('recovered by itself', facts.recoveryMs === null ? 'no' : 'yes', 'yes'),
  ...judgeDeliveries(facts.deliveries, facts.ledger),
  check('API processes that exited', facts.exited, 0),
  check('503 without Retry-After', facts.unavailable.count - facts.unavailable.withRetryAfter, 0),
];

export interface FullDiskFacts {
  readonly noticed: Noticed;
  readonly watched: Watched;
}

export const judgeFullDisk = ({ noticed, watched }: FullDiskFacts): Check[] => [
  checkNoticed(noticed),
  checkReadings(watched),
  check('readyz 200 although leads could not be stored', watched.lies, 0),
  checkAtLeast('leads turned away with 503', watched.unavailable, 1),
];

export interface LowDiskFacts extends FullDiskFacts {
  readonly timesOutOfSpace: number;
}

export const judgeLowDisk = ({ noticed, watched, timesOutOfSpace }: LowDiskFacts): Check[] => [
  checkNoticed(noticed),
  checkReadings(watched),
  check('readyz 200 while too little was left', watched.ready, 0),
  checkAtLeast('leads turned away with 503', watched.unavailable, 1),
  check('leads acknowledged meanwhile', watched.acknowledged, 0),
  check('times PostgreSQL ran out of space', timesOutOfSpace, 0),
];

export interface SlowDiskFacts {
  readonly slow: Watched;
  readonly noticed: Noticed;
  readonly stalled: Watched;
}

export const judgeSlowDisk = ({ slow, noticed, stalled }: SlowDiskFacts): Check[] => [
  ...judgeUnnoticed(slow),
  { ...checkNoticed(noticed), name: 'both processes reported 503 on readyz while it stalled' },
  checkReadings(stalled),
  check('readyz 200 although leads could not be stored', stalled.lies, 0),
  checkAtLeast('leads turned away with 503 while it stalled', stalled.unavailable, 1),
];

/** The leads of others must not notice. */
const judgeUnnoticed = (watched: Watched): Check[] => [
  checkAtLeast('leads acknowledged meanwhile', watched.acknowledged, 1),
  check('leads answered 503 meanwhile', watched.unavailable, 0),
  // A busy machine may miss the deadline of a health check now and then.
  check('readyz 200 more often than 503', watched.ready > watched.unready ? 'yes' : 'no', 'yes'),
];

export const judgeTakenConnections = (facts: {
  readonly watched: Watched;
  readonly taken: number;
}): Check[] => [checkAtLeast('connections taken', facts.taken, 1), ...judgeUnnoticed(facts.watched)];

export interface SlowReadFacts {
  readonly watched: Watched;
  readonly statuses: readonly number[];
  /** More than the API has connections for. */
  readonly planned: number;
}

export const judgeSlowReads = ({ watched, statuses, planned }: SlowReadFacts): Check[] => [
  checkAtLeast('slow reads', statuses.length, planned),
  check('slow reads answered 500', statuses.filter((status) => status === 500).length, 0),
  ...judgeUnnoticed(watched),
];

export interface HostileAccountFacts {
  readonly statuses: readonly number[];
  readonly usedBytes: number;
  readonly limitBytes: number;
  /** Answers 503 to the normal tenant. */
  readonly unavailable: number;
}

export const judgeHostileAccount = (facts: HostileAccountFacts): Check[] => [
  checkAtLeast(
    'leads of the hostile account stored',
    facts.statuses.filter((status) => status === 200).length,
    1,
  ),
  checkAtLeast(
    'leads of the hostile account rejected with 402',
    facts.statuses.filter((status) => status === 402).length,
    1,
  ),
  checkAtLeast('bytes stored by it', facts.usedBytes, 1),
  check('bytes stored beyond its limit', Math.max(0, facts.usedBytes - facts.limitBytes), 0),
  check('leads of the normal tenant answered 503', facts.unavailable, 0),
];

/** A part that this machine doesn't allow has not been passed. */
export const judgeParts = (parts: Readonly<Record<string, readonly Check[] | null>>): Check[] =>
  Object.entries(parts).flatMap(([name, checks]) =>
    checks === null
      ? [check(name, 'not possible here: run this as root', 'possible')]
      : checks.map((entry) => ({ ...entry, name: `${name}: ${entry.name}` })),
  );

const checkNoticed = ({ isSo }: Noticed): Check =>
  check('both processes reported 503 on readyz', isSo ? 'yes' : 'no', 'yes');

const checkReadings = ({ ready, unready }: Watched): Check =>
  checkAtLeast('answers of readyz', ready + unready, 1);
