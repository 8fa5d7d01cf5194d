// The verdict of the drill that kills the worker.

import { type Check, check, checkAtLeast } from '../drill.ts';
import { judgeEvents, judgeLeftovers, type Leftovers, type ReceivedEvents } from './judge-events.ts';

export interface KillWorkerFacts {
  readonly planned: number;
  /** Workers that a SIGKILL ended. */
  readonly killed: number;
  readonly interruptedDeliveries: number;
  readonly killsInImport: number;
  /** From the last restart until everything was delivered; null if it never was. */
  readonly secondsToDeliver: number | null;
  readonly receivers: readonly ReceivedEvents[];
  /** The IDs of the leads. */
  readonly posted: ReadonlySet<string>;
  readonly leftovers: Leftovers;
  readonly importRows: number;
  readonly imported: {
    readonly status: string;
    readonly reportedStored: number;
    readonly rejected: number;
    /** In the database. */
    readonly leads: number;
    readonly distinct: number;
  };
}

const MAX_SECONDS_AFTER_RESTART = 30;

export function judgeKillWorker(facts: KillWorkerFacts): Check[] {
  const { secondsToDeliver: seconds, imported, importRows } = facts;
  const finished = facts.receivers.map(
    ({ accepted }) =>
      new Set(accepted.filter(({ type }) => type === 'import.finished').map(({ id }) => id)).size,
  );
  return [
    checkAtLeast('kills planned', facts.planned, 1),
    check('workers killed', facts.killed, facts.planned),
    checkAtLeast('deliveries interrupted by a kill', facts.interruptedDeliveries, 1),
    checkAtLeast('kills that interrupted the import', facts.killsInImport, 1),
    check(
      `everything delivered within ${MAX_SECONDS_AFTER_RESTART} s of the last restart`,
      seconds !== null && seconds <= MAX_SECONDS_AFTER_RESTART ? 'yes' : (seconds?.toFixed(1) ?? 'never'),
      'yes',
    ),
    ...judgeEvents(facts.receivers, facts.posted),
    check('import.finished events per endpoint', finished.join(' '), finished.map(() => 1).join(' ')),
    checkAtLeast('rows to import', importRows, 1),
    check('import status', imported.status, 'finished'),
    check('rows reported as stored', imported.reportedStored, importRows),
    check('rows rejected', imported.rejected, 0),
    check('imported leads in the database', imported.leads, importRows),
    check('distinct imported leads', imported.distinct, importRows),
    ...judgeLeftovers(facts.leftovers),
  ];
}
