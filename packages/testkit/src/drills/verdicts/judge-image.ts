// The verdict of the image drill.

import type { Exit } from '../../containers/leadline-container.ts';
import { type Check, check, checkAtLeast } from '../drill.ts';
import type { AccountLedger } from '../ledgers.ts';
import type { Deliveries } from '../retrying-load.ts';
import { judgeDeliveries } from './judge-deliveries.ts';

export interface ImageFacts {
  readonly confinement: {
    readonly user: string;
    /** Lines of /proc/self/status. */
    readonly status: string;
    readonly canWrite: boolean;
    readonly health: string;
  };
  readonly plannedStarts: number;
  readonly duringStart: readonly Exit[];
  /** API containers to stop; the worker is stopped, too. */
  readonly plannedStops: number;
  readonly underLoad: readonly Exit[];
  /** Of leads that were half sent before SIGTERM. */
  readonly heldStatuses: readonly number[];
  readonly heldStored: number;
  readonly deliveries: Pick<Deliveries, 'acknowledged' | 'gaveUp' | 'unexpected'>;
  readonly ledger: AccountLedger;
}

const MAX_STOP_SECONDS = 5;
/** 143 is for a process that had nothing to finish yet. */
const DURING_START: ReadonlySet<number> = new Set([0, 143]);
const UNDER_LOAD: ReadonlySet<number> = new Set([0]);

export function judgeImage(facts: ImageFacts): Check[] {
  const { user, status, canWrite, health } = facts.confinement;
  return [
    check('user', user, '1000'),
    check('capabilities', /^CapEff:\s*(\w+)/m.exec(status)?.[1] ?? 'unknown', '0000000000000000'),
    check('no new privileges', /^NoNewPrivs:\s*(\d)/m.exec(status)?.[1] ?? 'unknown', '1'),
    check('writing to the image', canWrite ? 'possible' : 'impossible', 'impossible'),
    check('health check', health, 'healthy'),
    checkAtLeast('stops planned during a start', facts.plannedStarts, 1),
    check('stops during a start', facts.duringStart.length, facts.plannedStarts),
    check('unexpected exit codes during a start', listCodes(facts.duringStart, DURING_START), 'none'),
    check('stops during a start that took more than 5 s', countSlow(facts.duringStart), 0),
    checkAtLeast('stops planned under load', facts.plannedStops, 1),
    check('stops under load', facts.underLoad.length, facts.plannedStops + 1),
    check('exit codes other than 0 under load', listCodes(facts.underLoad, UNDER_LOAD), 'none'),
    check('stops under load that took more than 5 s', countSlow(facts.underLoad), 0),
    check(
      'leads half sent before SIGTERM, answered 200',
      facts.heldStatuses.filter((answer) => answer === 200).length,
      facts.plannedStops,
    ),
    check('of these, stored', facts.heldStored, facts.plannedStops),
    ...judgeDeliveries(facts.deliveries, facts.ledger),
  ];
}

const listCodes = (exits: readonly Exit[], expected: ReadonlySet<number>): string =>
  exits.flatMap(({ code }) => (expected.has(code) ? [] : [code])).join(', ') || 'none';

const countSlow = (exits: readonly Exit[]): number =>
  exits.filter(({ seconds }) => seconds > MAX_STOP_SECONDS).length;
