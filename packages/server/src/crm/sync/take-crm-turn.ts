// Syncs an account for a while: what somebody asked for first, then what is due. Every step commits what it has done, so a turn can
// end, or a worker die, at any moment.

import { DomainError } from '../../platform/base/domain-error.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { isDatabaseDown } from '../../platform/db/is-database-down.ts';
import type { CrmCaller } from '../vendors/call-crm.ts';
import { CrmError } from '../vendors/crm-error.ts';
import type { CrmSeal, CrmTarget } from '../vendors/seal.ts';
import { openAdapter } from '../vendors/vendors.ts';
import { type Connection, findConnection, saveConnected, saveFailure, saveSuccess } from './connection.ts';
import { findPosition, pullPage } from './pull-outcomes.ts';
import { previewPush, pushBatch, type SyncParts } from './push-leads.ts';
import { addRun, addToRun, endRun, findUnfinishedRun, startRun, type UnfinishedRun } from './run-log.ts';
import { openTokenStore } from './token-store.ts';

export interface CrmTurnOptions {
  readonly db: Installation;
  readonly seal: CrmSeal;
  readonly caller: CrmCaller;
  readonly publicUrl: string | null;
  /** Called with errors that are ours. */
  readonly onFailure: (error: unknown) => void;
  /** In this queue, a connection that may be slow only gets in line for the other one. */
  readonly onlyQuick?: boolean;
  readonly turnMs?: number;
}

/** Turns wait for answers most of the time, but share the places for them. */
const TURN_MS = 20_000;
/** Then even a CRM whose answers all come just in time is cut off: a batch may take a hundred of them. */
const MAX_TURNS_AT_ONCE = 3;
const PREVIEWED_LEADS = 10;

/** Returns whether the account needs another turn, which is not a quick one. */
export async function takeCrmTurn(
  accountId: string,
  { onlyQuick = false, turnMs = TURN_MS, ...options }: CrmTurnOptions,
): Promise<boolean> {
  const { db } = options;
  const endsAt = performance.now() + turnMs;
  const deadline = AbortSignal.timeout(MAX_TURNS_AT_ONCE * turnMs);
  const connection = await findConnection(db, accountId);
  if (connection === null) return false;
  if (onlyQuick && connection.maybeSlow) return true;
  let run = await findUnfinishedRun(db, accountId);
  const isDue = connection.isDue || connection.hasWaitingLeads;
  if (run === null || !(run.isAsked || isDue)) {
    if (!isDue) return false;
    await addRun(db, accountId, 'sync', false);
    run = await findUnfinishedRun(db, accountId);
    if (run === null) return false;
  }
  if (!run.isStarted) await startRun(db, run);
  let steps = 0;
  try {
    const caller = { ...options.caller, deadline };
    const isTurnOver = (): boolean => performance.now() >= endsAt;
    const isDone = await work(connection, run, { ...options, caller }, isTurnOver, () => steps++);
    if (!isDone) return true;
    await endRun(db, run, null);
    await saveSuccess(db, connection, isWhole(connection, run));
    const isStillDue = connection.isDue && !isWhole(connection, run);
    return isStillDue || (await findUnfinishedRun(db, accountId)) !== null;
  } catch (error) {
    if (options.caller.signal.aborted || isDatabaseDown(error)) throw error;
    const problem = toCrmError(error);
    if (problem === null) options.onFailure(error);
    const failure = problem ?? new CrmError('unavailable', 'internal error');
    await saveFailure(db, connection, failure, steps > 0);
    // A sync goes on where it is once the CRM is back; somebody is waiting for the others.
    if (run.kind !== 'sync' || run.isAsked) await endRun(db, run, failure.message);
    return false;
  }
}

/** Returns whether the run is done. */
async function work(
  connection: Connection,
  run: UnfinishedRun,
  { db, seal, caller, publicUrl }: CrmTurnOptions,
  isTurnOver: () => boolean,
  onProgress: () => void,
): Promise<boolean> {
  const target: CrmTarget = seal.open(connection.id, connection.sealed);
  let { fields } = connection;
  const adapter = openAdapter(target, fields ?? [], caller, openTokenStore(db, seal, connection));
  if (run.kind === 'connect' || fields === null) {
    const connected = await adapter.connect();
    if (connection.recordUrl !== null && connection.recordUrl !== connected.recordUrl)
      throw new CrmError(
        'wrong_address',
        'this login belongs to another account of the CRM; disconnect this one first',
      );
    await saveConnected(db, connection, connected.fields, connected.recordUrl);
    fields = connected.fields;
  }
  const parts: SyncParts = {
    db,
    adapter,
    run,
    publicUrl,
    connection: { ...connection, fields },
    signal: caller.signal,
    isTurnOver,
  };
  if (run.kind === 'preview') {
    const notes = await previewPush(parts, PREVIEWED_LEADS);
    await addToRun(db, run, {}, notes);
    return true;
  }
  if (run.kind === 'connect') return true;
  while (connection.pushes && (await pushBatch(parts))) {
    onProgress();
    if (isTurnOver()) return false;
  }
  if (!connection.pulls || !isWhole(connection, run)) return true;
  for (let position = await findPosition(parts); ; ) {
    const next = await pullPage(parts, position);
    if (next === null) return true;
    onProgress();
    if (isTurnOver()) return false;
    position = next;
  }
}

/** Otherwise, only what is waiting is pushed. */
const isWhole = ({ isDue }: Connection, { kind, isAsked }: UnfinishedRun): boolean =>
  kind === 'sync' && (isDue || isAsked);

function toCrmError(error: unknown): CrmError | null {
  if (error instanceof CrmError) return error;
  return error instanceof DomainError ? new CrmError('unavailable', error.message) : null;
}
