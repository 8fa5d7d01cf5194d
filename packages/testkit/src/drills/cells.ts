// Accounts move between cells while leads arrive, and the processes that move them, the workers, a cell and the directory are
// killed. No acknowledged lead is lost, stored twice, miscounted or missing from the events, every score can be replayed, and
// nobody but the accounts of a cell that is down is turned away.

import { setTimeout as sleep } from 'node:timers/promises';
import { type NewAccount, openPool } from '@leadline/server';
import type { CrashablePostgres } from '../database/crashable-postgres.ts';
import { withoutLogin } from '../database/share-login.ts';
import { call } from '../http/call.ts';
import { withApiPair } from '../service/api-pair.ts';
import { runLeadline, spawnLeadlineCommand } from '../service/run-leadline.ts';
import { type LeadlineProcess, spawnWorker } from '../service/spawn-leadline.ts';
import { Receiver } from '../webhooks/receiver.ts';
import { makeAccounts } from './accounts.ts';
import { type SentLead, startAccountsLoad } from './accounts-load.ts';
import { leadEventsOf } from './delivered-events.ts';
import { type DrillResult, type Log, silent } from './drill.ts';
import { type AccountLedger, readLedgers } from './ledgers.ts';
import { judgeCells, MAX_DELIVERY_SECONDS, wasRefused } from './verdicts/judge-cells.ts';

export interface CellsDrillSize {
  readonly accounts: number;
  readonly leadsPerSecond: number;
  readonly moves: number;
  /** Of movers and workers together. */
  readonly kills: number;
  /** How long a cell and the directory are down. */
  readonly awaySeconds: number;
  readonly replays: number;
}

export interface DrillCells {
  readonly directory: CrashablePostgres;
  /** By name, all with the directory's login. */
  readonly cells: ReadonlyMap<string, CrashablePostgres>;
}

/** Accounts with webhooks: those that move, and as many that don't. */
const LIMITED_SHARE = 10;
const MONTHLY_LIMIT = 25;
/** A mover that is killed later than this has usually finished. */
const LATEST_KILL_MS = 4_000;

export async function drillCells(
  { directory, cells }: DrillCells,
  size: CellsDrillSize,
  log: Log = silent,
): Promise<DrillResult> {
  const leadline = (...words: string[]) => runLeadline(words, { DATABASE_URL: directory.url });
  log('adding cells');
  for (const [name, { url }] of cells) await leadline('cell', 'add', name, withoutLogin(url));
  await leadline('cell', 'drain', 'main', '--only-close'); // the directory alone
  log(`creating ${size.accounts} accounts`);
  const limited = Math.max(1, Math.floor(size.moves / LIMITED_SHARE));
  const accounts = [
    ...(await makeAccounts(directory.url, MONTHLY_LIMIT, limited)),
    ...(await makeAccounts(directory.url, null, size.accounts - limited)),
  ];
  const movers = accounts.slice(0, size.moves);
  const receiver = await Receiver.start();
  const workers: LeadlineProcess[] = [];
  try {
    return await withApiPair(directory.url, async ({ urls }) => {
      const watched = accounts.slice(0, 2 * size.moves);
      for (const { liveKey } of watched) await register(urls[0], liveKey, receiver);
      workers.push(await spawnWorker(directory.url, 'error'), await spawnWorker(directory.url, 'error'));
      const load = startAccountsLoad(urls, accounts, size.leadsPerSecond);
      await sleep(5_000);
      const places = await readPlaces(directory.url);

      const moved = await moveAll(directory.url, movers, [...cells.keys()], places, workers, size, log);
      await sleep(2_000);
      const whileMoving = load.takePhase();

      log(`all cells are up, for comparison, ${size.awaySeconds} s`);
      await sleep(size.awaySeconds * 1_000);
      const before = load.takePhase();

      const [lostName, lost] = [...cells][0] as [string, CrashablePostgres];
      const placesNow = await readPlaces(directory.url);
      const isLost = ({ accountId }: SentLead): boolean => placesNow.get(accountId) === lostName;
      log(`cell ${lostName} is killed`);
      await lost.crash();
      await sleep(size.awaySeconds * 1_000);
      const during = load.takePhase();
      await lost.restart();
      await sleep(8_000);
      load.takePhase();

      log(`the directory is killed for ${size.awaySeconds} s`);
      await directory.crash();
      await sleep(size.awaySeconds * 1_000);
      const withoutDirectory = load.takePhase();
      await directory.restart();
      await sleep(3_000);

      log('waiting for the last leads and events');
      const deliveries = await load.stop();
      const eventful = new Set(watched.map(({ accountId }) => accountId));
      const posted = new Set(
        deliveries.acknowledged
          .filter(({ accountId }) => eventful.has(accountId))
          .map(({ leadId }) => leadId),
      );
      const secondsToDeliver = await waitForEvents(receiver, posted.size);
      const others = during.filter((lead) => !isLost(lead));
      const ofLostCell = during.filter(isLost);
      return {
        checks: judgeCells({
          plannedMoves: size.moves,
          moves: moved.done,
          plannedKills: size.kills,
          kills: moved.moverKills + moved.workerKills,
          accounts: accounts.map(({ accountId }, index) => ({
            accountId,
            limit: index < limited ? MONTHLY_LIMIT : null,
          })),
          ...deliveries,
          places: await readPlaces(directory.url),
          ledgers: await readAllLedgers(cells),
          whileMoving,
          ofLostCell,
          ofOthers: others,
          withoutDirectory,
          receivers: [receiver],
          eventful: posted,
          secondsToDeliver,
          replays: await replay(urls[0], accounts, deliveries.acknowledged, size.replays),
        }),
        figures: {
          'leads acknowledged': deliveries.acknowledged.length,
          'leads refused at first while accounts moved': whileMoving.filter(wasRefused).length,
          'longest refused while accounts moved, ms': Math.round(
            Math.max(0, ...whileMoving.map(({ refusedMs }) => refusedMs)),
          ),
          'p99 while accounts moved, ms': p99(whileMoving),
          'mover kills': moved.moverKills,
          'worker kills': moved.workerKills,
          'seconds per move, median': moved.medianSeconds,
          'p99 before the cell was killed, ms': p99(before),
          'p99 of other cells while it was down, ms': p99(others),
          'answers 503 from the cell that was down': ofLostCell
            .flatMap(({ answers }) => answers)
            .filter(({ status }) => status === 503).length,
          'p99 while the directory was down, ms': p99(withoutDirectory),
          'leads while the directory was down': withoutDirectory.length,
          'events delivered': receiver.acceptedIds.size,
          'events delivered more than once': receiver.repeats,
          'everything delivered after the last lead, s': secondsToDeliver,
        },
      };
    });
  } finally {
    for (const worker of workers) await worker.kill('SIGKILL');
    await receiver.close();
  }
}

interface Moved {
  readonly done: number;
  readonly moverKills: number;
  readonly workerKills: number;
  readonly medianSeconds: number;
}

/** Moves accounts one after the other, each to the next cell. */
async function moveAll(
  directoryUrl: string,
  movers: readonly NewAccount[],
  names: readonly string[],
  places: ReadonlyMap<string, string>,
  workers: LeadlineProcess[],
  { kills }: CellsDrillSize,
  log: Log,
): Promise<Moved> {
  let [done, moverKills, workerKills] = [0, 0, 0];
  const seconds: number[] = [];
  for (const [index, { accountId }] of movers.entries()) {
    const from = places.get(accountId) ?? '';
    const to = names[(names.indexOf(from) + 1) % names.length] as string;
    const startedAt = performance.now();
    const killsNow =
      Math.ceil(((index + 1) * kills) / movers.length) - Math.ceil((index * kills) / movers.length);
    let wasKilled = false;
    for (let kill = 0; kill < killsNow; kill++) {
      if ((moverKills + workerKills) % 3 === 2) {
        const place = workerKills++ % workers.length;
        await workers[place]?.kill('SIGKILL');
        workers[place] = await spawnWorker(directoryUrl, 'error');
        continue;
      }
      const mover = spawnLeadlineCommand(['account', 'move', `acct_${accountId}`, to], {
        DATABASE_URL: directoryUrl,
      });
      const ended = await Promise.race([mover.ended, sleep(Math.random() * LATEST_KILL_MS)]);
      if (ended !== undefined) continue;
      await mover.kill();
      moverKills++;
      wasKilled = true;
    }
    await runLeadline(['account', 'move', `acct_${accountId}`, to], { DATABASE_URL: directoryUrl });
    if ((await readPlaces(directoryUrl)).get(accountId) === to) done++;
    if (!wasKilled) seconds.push((performance.now() - startedAt) / 1_000);
    log(
      `moved ${index + 1} of ${movers.length} from ${from} to ${to}, ${moverKills} movers and ${workerKills} workers killed`,
    );
  }
  const median = seconds.toSorted((a, b) => a - b)[seconds.length >> 1] ?? 0;
  return { done, moverKills, workerKills, medianSeconds: Math.round(median * 10) / 10 };
}

async function readAllLedgers(
  cells: DrillCells['cells'],
): Promise<ReadonlyMap<string, ReadonlyMap<string, AccountLedger>>> {
  const ledgers = new Map<string, ReadonlyMap<string, AccountLedger>>();
  for (const [name, { url }] of cells) ledgers.set(name, await readLedgers(url));
  return ledgers;
}

async function replay(
  url: string,
  accounts: readonly NewAccount[],
  acknowledged: readonly { readonly accountId: string; readonly leadId: string }[],
  most: number,
): Promise<{ readonly identical: number; readonly different: number }> {
  const keys = new Map(accounts.map(({ accountId, liveKey }) => [accountId, liveKey]));
  const step = Math.max(1, Math.floor(acknowledged.length / most));
  let [identical, different] = [0, 0];
  for (let index = 0; index < acknowledged.length; index += step) {
    const { accountId, leadId } = acknowledged[index] as { accountId: string; leadId: string };
    const { body } = await call(url, `/api/leads/${leadId}/replay`, undefined, {
      method: 'POST',
      key: keys.get(accountId) ?? '',
    });
    if (body?.data?.identical === true) identical++;
    else different++;
  }
  return { identical, different };
}

function p99(leads: readonly SentLead[]): number {
  const times = leads.flatMap(({ answers }) => answers.map(({ ms }) => ms)).toSorted((a, b) => a - b);
  return Math.round(times[Math.floor(times.length * 0.99)] ?? 0);
}

/** The cell of each account. */
async function readPlaces(directoryUrl: string): Promise<Map<string, string>> {
  const pool = openPool(directoryUrl, { size: 1 });
  try {
    const { rows } = await pool.query<{ id: string; cell: string }>(
      `select replace(id::text, '-', '') as id, cell from leadline.accounts where test_of is null`,
    );
    return new Map(rows.map(({ id, cell }) => [id, cell]));
  } finally {
    await pool.end();
  }
}

async function register(url: string, key: string, receiver: Receiver): Promise<void> {
  const body = { url: `${receiver.url}/leads`, events: ['lead.scored'] };
  const { status, text, body: answer } = await call(url, '/api/webhooks', body, { key });
  if (status !== 200) throw new Error(`failed to add the endpoint: ${text}`);
  receiver.trust(answer.data.secret);
}

async function waitForEvents(receiver: Receiver, leads: number): Promise<number> {
  const from = performance.now();
  const seconds = (): number => Math.round((performance.now() - from) / 100) / 10;
  while (leadEventsOf(receiver).size < leads && seconds() <= MAX_DELIVERY_SECONDS) await sleep(200);
  const needed = seconds();
  await sleep(1_000); // for repeats to arrive
  return needed;
}
