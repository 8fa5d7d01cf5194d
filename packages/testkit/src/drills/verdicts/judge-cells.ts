// The verdict of the cells drill.

import type { SentLead } from '../accounts-load.ts';
import { type Check, check, checkAtLeast } from '../drill.ts';
import type { AccountLedger } from '../ledgers.ts';
import { judgeEvents, type ReceivedEvents } from './judge-events.ts';

export interface CellsFacts {
  /** Moves and kills that were planned, and that happened. Kills are of movers and of workers. */
  readonly plannedMoves: number;
  readonly moves: number;
  readonly plannedKills: number;
  readonly kills: number;
  readonly accounts: readonly CellAccount[];
  readonly acknowledged: readonly { readonly accountId: string; readonly leadId: string }[];
  readonly gaveUp: number;
  readonly unexpected: readonly string[];
  /** The cell of each account, at the end. */
  readonly places: ReadonlyMap<string, string>;
  /** By cell and account. */
  readonly ledgers: ReadonlyMap<string, ReadonlyMap<string, AccountLedger>>;
  readonly whileMoving: readonly SentLead[];
  /** While a cell was down: leads of its accounts, and of the others. */
  readonly ofLostCell: readonly SentLead[];
  readonly ofOthers: readonly SentLead[];
  readonly withoutDirectory: readonly SentLead[];
  readonly receivers: readonly ReceivedEvents[];
  /** The leads whose events somebody waits for. */
  readonly eventful: ReadonlySet<string>;
  /** After the last lead. */
  readonly secondsToDeliver: number;
  readonly replays: { readonly identical: number; readonly different: number };
}

export interface CellAccount {
  readonly accountId: string;
  /** In a month. Null if there is none. */
  readonly limit: number | null;
}

export const MAX_DELIVERY_SECONDS = 120;

export function judgeCells(facts: CellsFacts): Check[] {
  const refusals = facts.ofLostCell
    .flatMap(({ answers }) => answers)
    .filter(({ status }) => status !== 200 && status !== 402);
  return [
    ...judgeLedgers(facts),
    check('leads never acknowledged', facts.gaveUp, 0),
    check('unexpected answers', facts.unexpected.slice(0, 3).join('; ') || 'none', 'none'),
    checkAtLeast('moves planned', facts.plannedMoves, 1),
    check('accounts moved', facts.moves, facts.plannedMoves),
    checkAtLeast('kills planned', facts.plannedKills, 1),
    // A mover that finishes before its kill is due is not killed.
    checkAtLeast('movers and workers killed', facts.kills, Math.ceil(facts.plannedKills / 2)),
    checkAtLeast('leads while accounts moved', facts.whileMoving.length, 1),
    check('leads refused while accounts moved', facts.whileMoving.filter(wasRefused).length, 0),
    checkAtLeast('leads of other cells while one was down', facts.ofOthers.length, 1),
    check('leads of other cells refused while one was down', facts.ofOthers.filter(wasRefused).length, 0),
    checkAtLeast('answers that refused leads of the cell that was down', refusals.length, 1),
    check(
      'of these, other than 503 with Retry-After',
      refusals.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null).length,
      0,
    ),
    checkAtLeast('leads while the directory was down', facts.withoutDirectory.length, 1),
    check('leads refused while the directory was down', facts.withoutDirectory.filter(wasRefused).length, 0),
    ...judgeEvents(facts.receivers, facts.eventful),
    check(
      `everything delivered within ${MAX_DELIVERY_SECONDS} s of the last lead`,
      facts.secondsToDeliver <= MAX_DELIVERY_SECONDS ? 'yes' : 'no',
      'yes',
    ),
    checkAtLeast('replays that are identical', facts.replays.identical, 1),
    check('replays that differ', facts.replays.different, 0),
  ];
}

export const wasRefused = ({ refusedMs }: SentLead): boolean => refusedMs > 0;

/** Every account's leads are in its own cell: all that were acknowledged, each once, and as many as were counted. */
function judgeLedgers({ accounts, acknowledged, places, ledgers }: CellsFacts): Check[] {
  const sent = Map.groupBy(acknowledged, ({ accountId }) => accountId);
  const limited = accounts.filter(({ limit }) => limit !== null);
  let [missing, unknown, twice, miscounted, overLimit, copies] = [0, 0, 0, 0, 0, 0];
  for (const { accountId, limit } of accounts) {
    const place = places.get(accountId);
    const { leads, usage } = ledgers.get(place ?? '')?.get(accountId) ?? { leads: [], usage: 0 };
    const stored = new Set(leads.map(({ leadId }) => leadId));
    const answered = new Set((sent.get(accountId) ?? []).map(({ leadId }) => leadId));
    missing += [...answered].filter((leadId) => !stored.has(leadId)).length;
    unknown += [...stored].filter((leadId) => !answered.has(leadId)).length;
    twice += leads.length - new Set(leads.map(({ email }) => email)).size;
    if (usage !== leads.length) miscounted++;
    if (limit !== null && leads.length !== limit) overLimit++;
    // The old copy of an account that has moved stays for a day, but must not grow.
    for (const [name, ledger] of ledgers)
      if (name !== place)
        copies += (ledger.get(accountId)?.leads ?? []).filter(({ leadId }) => !stored.has(leadId)).length;
  }
  return [
    checkAtLeast('leads acknowledged', acknowledged.length, 1),
    check('acknowledged leads missing from their cell', missing, 0),
    check('leads that were never acknowledged', unknown, 0),
    check('leads stored twice', twice, 0),
    check('leads only in a cell that the account has left', copies, 0),
    check('accounts whose usage is not their leads', miscounted, 0),
    checkAtLeast('accounts with an allowance', limited.length, 1),
    check('accounts that did not end exactly at their allowance', overLimit, 0),
  ];
}
