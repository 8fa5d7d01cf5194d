// A worker that is killed takes no event with it: the next one delivers what it had not, under the same id, and goes on
// with the import at the very row. What was delivered but not yet written down comes again, under the same id: that is
// what at-least-once means, and it is counted here.

import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '@leadline/server';
import type pg from 'pg';
import { call } from '../http/call.ts';
import { leadIdOf, openClient } from '../http/client.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { type LeadlineProcess, spawnApi, spawnWorker } from '../service/spawn-leadline.ts';
import { type Receipt, Receiver } from '../webhooks/receiver.ts';
import { makeAccount } from './accounts.ts';
import { type Check, check, type DrillResult, type Log, silent } from './drill.ts';

export interface KillWorkerSize {
  readonly kills: number;
  readonly importRows: number;
}

/** A delivery that a killed worker had begun. */
interface CutOff {
  readonly endpoint: string;
  readonly event: string;
  readonly at: number;
}

interface Endpoint {
  readonly receiver: Receiver;
  /** Without its kind, as jobs name it. */
  readonly id: string;
}

const ENDPOINTS = 3;
/** One of them takes its time, so that every kill finds deliveries under way. */
const SLOW_ANSWER_MS = 40;
const SENDERS = 4;
const PAUSE_MS = 80;
const MAX_SECONDS_AFTER_RESTART = 30;
/** Long enough to tell late from lost. */
const GIVE_UP_MS = 120_000;

export async function drillKillWorker(
  databaseUrl: string,
  size: KillWorkerSize,
  say: Log = silent,
): Promise<DrillResult> {
  const owner = openPool(databaseUrl, { size: 2 });
  const receivers = await Promise.all(Array.from({ length: ENDPOINTS }, () => Receiver.start()));
  const processes: LeadlineProcess[] = [];
  try {
    const api = await spawnApi(databaseUrl, 0, 'error');
    processes.push(api);
    return await new Drill(databaseUrl, api.url, owner, receivers, processes, say).run(size);
  } finally {
    for (const each of processes) await each.kill('SIGKILL');
    for (const receiver of receivers) await receiver.close();
    await owner.end();
  }
}

class Drill {
  readonly #databaseUrl: string;
  readonly #apiUrl: string;
  readonly #owner: pg.Pool;
  readonly #receivers: readonly Receiver[];
  /** Whoever is in it is ended with the drill. */
  readonly #processes: LeadlineProcess[];
  readonly #say: Log;
  readonly #cutOff: CutOff[] = [];
  #key = '';
  #importId = '';
  #endpoints: readonly Endpoint[] = [];
  #killsInImport = 0;

  constructor(
    databaseUrl: string,
    apiUrl: string,
    owner: pg.Pool,
    receivers: readonly Receiver[],
    processes: LeadlineProcess[],
    say: Log,
  ) {
    this.#databaseUrl = databaseUrl;
    this.#apiUrl = apiUrl;
    this.#owner = owner;
    this.#receivers = receivers;
    this.#processes = processes;
    this.#say = say;
  }

  async run({ kills, importRows }: KillWorkerSize): Promise<DrillResult> {
    const { accountId, liveKey } = await makeAccount(this.#databaseUrl, null);
    this.#key = liveKey;
    this.#endpoints = await Promise.all(this.#receivers.map((receiver) => this.#register(receiver)));
    this.#receivers[0]?.answer(200, 'ok', SLOW_ANSWER_MS);
    await this.#startImport(importRows);
    const load = this.#startLoad();
    let worker = await this.#startWorker();
    for (let kill = 0; kill < kills; kill++) {
      // Every second one comes before its predecessor's work is taken up again; the others in the middle of it.
      if (kill % 2 === 0) await this.#untilBusy(load.posted);
      await sleep(Math.random() * (kill % 2 === 0 ? 500 : 1_500));
      this.#say(`kill ${kill + 1} of ${kills}: ${this.#outstanding(load.posted)} deliveries outstanding`);
      await this.#kill(worker);
      worker = await this.#startWorker();
    }
    const restartedAt = performance.now();
    await load.stop();
    this.#say('waiting for the rest');
    const isComplete = await this.#untilComplete(load.posted);
    const seconds = (performance.now() - restartedAt) / 1000;
    // Whatever is on its way twice arrives as well.
    await sleep(1_000);
    return {
      checks: [
        check(
          `everything delivered within ${MAX_SECONDS_AFTER_RESTART} s of the last restart`,
          isComplete && seconds <= MAX_SECONDS_AFTER_RESTART ? 'yes' : `${seconds.toFixed(1)} s`,
          'yes',
        ),
        ...this.#checkEvents(load.posted),
        ...(await this.#checkImport(accountId, importRows)),
        ...(await this.#checkLeftovers()),
        check('kills in the middle of deliveries', this.#cutOff.length > 0 ? 'yes' : 'no', 'yes'),
        check('kills in the middle of the import', this.#killsInImport > 0 ? 'yes' : 'no', 'yes'),
      ],
      figures: {
        kills,
        'of them in the middle of the import': this.#killsInImport,
        leads: load.posted.size,
        endpoints: ENDPOINTS,
        'events delivered': sum(this.#receivers.map(({ acceptedIds }) => acceptedIds.size)),
        'deliveries cut off by a kill': this.#cutOff.length,
        'repeats under the same id': sum(this.#receivers.map(({ repeats }) => repeats)),
        'longest from a kill until what it cut off ran again, s': this.#longestRerun(),
        'complete after the last restart, s': Math.round(seconds * 10) / 10,
        'rows imported': importRows,
      },
    };
  }

  async #register(receiver: Receiver): Promise<Endpoint> {
    const body = { url: `${receiver.url}/leads`, events: ['lead.scored', 'import.finished'] };
    const answer = await call(this.#apiUrl, '/api/webhooks', body, { key: this.#key });
    if (answer.status !== 200) throw new Error(`the endpoint was refused: ${answer.text}`);
    receiver.trust(answer.body.data.secret);
    return { receiver, id: answer.body.data.webhook_id.slice('hook_'.length) };
  }

  async #startImport(rows: number): Promise<void> {
    const lines = Array.from({ length: rows }, (_, row) => `row-${row}@example.org,We need ${row} laptops`);
    const answer = await call(
      this.#apiUrl,
      '/api/imports?file_name=old.csv&start=true',
      ['email,message', ...lines].join('\n'),
      { key: this.#key, headers: { 'Content-Type': 'text/csv' } },
    );
    if (answer.status !== 200) throw new Error(`the import was refused: ${answer.text}`);
    this.#importId = answer.body.data.import_id.slice('imp_'.length);
  }

  async #startWorker(): Promise<LeadlineProcess> {
    const worker = await spawnWorker(this.#databaseUrl, 'error');
    this.#processes[1] = worker;
    return worker;
  }

  /** Senders that post leads until they are stopped, all of them acknowledged. */
  #startLoad(): { readonly posted: ReadonlySet<string>; stop(): Promise<void> } {
    const caller = openClient(this.#apiUrl, SENDERS);
    const posted = new Set<string>();
    let isStopping = false;
    const send = async (sender: number): Promise<void> => {
      for (let index = 0; !isStopping; index++) {
        const answer = await caller.post(
          '/api/webhook.php',
          makeLeadFrom(`lead-${sender}-${index}@example.org`),
          {
            key: this.#key,
          },
        );
        if (answer.status !== 200) throw new Error(`a lead was refused: ${answer.text}`);
        posted.add(leadIdOf(answer));
        await sleep(PAUSE_MS);
      }
    };
    const senders = Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(sender)));
    // Looked at when they are stopped; meanwhile it must not end the process.
    senders.catch(() => {});
    return {
      posted,
      stop: async () => {
        isStopping = true;
        await senders;
        await caller.close();
      },
    };
  }

  /** Until half of what waits is delivered, and the import goes on: the queue only lets go of a killed worker's jobs when
   * their heartbeat has been missing for a while. */
  async #untilBusy(posted: ReadonlySet<string>): Promise<void> {
    const waiting = this.#outstanding(posted);
    const { rowsRead } = await this.#readImport();
    const giveUpAt = performance.now() + GIVE_UP_MS;
    while (performance.now() < giveUpAt) {
      const progress = await this.#readImport();
      const hasImported = progress.rowsRead > rowsRead || progress.status === 'finished';
      if (hasImported && this.#outstanding(posted) <= waiting / 2) return;
      await sleep(50);
    }
    throw new Error('the worker has taken nothing up again');
  }

  async #kill(worker: LeadlineProcess): Promise<void> {
    const before = await this.#readImport();
    await worker.kill('SIGKILL');
    const at = Date.now();
    if (before.status === 'running' && before.rowsRead > 0) this.#killsInImport++;
    const { rows } = await this.#owner.query<{ endpoint: string; event: string }>(
      `select data ->> 'endpoint' as endpoint, data ->> 'event' as event
       from leadline_jobs.job where name = 'deliver' and state = 'active'`,
    );
    const known = new Set(this.#cutOff.filter((cut) => this.#rerunOf(cut) === null).map(keyOf));
    // One that was cut off before and is still waiting is not cut off again.
    this.#cutOff.push(...rows.map((row) => ({ ...row, at })).filter((cut) => !known.has(keyOf(cut))));
  }

  /** Deliveries of leads that were acknowledged, and not yet made. */
  #outstanding(posted: ReadonlySet<string>): number {
    return posted.size * ENDPOINTS - sum(this.#receivers.map((receiver) => leadEventsOf(receiver).size));
  }

  async #untilComplete(posted: ReadonlySet<string>): Promise<boolean> {
    const giveUpAt = performance.now() + GIVE_UP_MS;
    const isTold = ({ receipts }: Receiver): boolean =>
      receipts.some(({ type }) => type === 'import.finished');
    while (performance.now() < giveUpAt) {
      if (this.#outstanding(posted) <= 0 && this.#receivers.every(isTold)) return true;
      await sleep(50);
    }
    return false;
  }

  async #readImport(): Promise<{ status: string; rowsRead: number }> {
    const { rows } = await this.#owner.query<{ status: string; rowsRead: number }>(
      `select status, rows_read as "rowsRead" from leadline.imports where id = $1`,
      [this.#importId],
    );
    return rows[0] ?? { status: 'missing', rowsRead: 0 };
  }

  /** When the first request after the kill came, or null. */
  #rerunOf({ endpoint, event, at }: CutOff): number | null {
    const receiver = this.#endpoints.find(({ id }) => id === endpoint)?.receiver;
    const again = receiver?.receipts.find((receipt) => receipt.id === `evt_${event}` && receipt.at > at);
    return again?.at ?? null;
  }

  #longestRerun(): number {
    const times = this.#cutOff.flatMap((cut) => {
      const at = this.#rerunOf(cut);
      return at === null ? [] : [at - cut.at];
    });
    return Math.round(Math.max(0, ...times) / 100) / 10;
  }

  #checkEvents(posted: ReadonlySet<string>): Check[] {
    const scored = this.#receivers.map((receiver) =>
      receiver.accepted.filter(({ type }) => type === 'lead.scored'),
    );
    const leadOf = ({ body }: Receipt): string => body.data.lead_id;
    const finished = this.#receivers.map(
      (receiver) => new Set(receiver.of('import.finished').map(({ id }) => id)).size,
    );
    const count = (each: (receipts: readonly Receipt[]) => number): number => sum(scored.map(each));
    return [
      check(
        'leads an endpoint never heard of',
        count((receipts) => {
          const heardOf = new Set(receipts.map(leadOf));
          return [...posted].filter((lead) => !heardOf.has(lead)).length;
        }),
        0,
      ),
      check(
        'leads nobody posted',
        count((receipts) => receipts.filter((receipt) => !posted.has(leadOf(receipt))).length),
        0,
      ),
      check(
        'leads under two ids',
        count((receipts) => countAmbiguous(receipts, leadOf, ({ id }) => id)),
        0,
      ),
      check(
        'ids of two leads',
        count((receipts) => countAmbiguous(receipts, ({ id }) => id, leadOf)),
        0,
      ),
      check(
        'requests with a wrong signature',
        sum(this.#receivers.map(({ unverified }) => unverified.length)),
        0,
      ),
      check(
        'ids under which the end of the import was told',
        finished.join(' '),
        finished.map(() => 1).join(' '),
      ),
    ];
  }

  async #checkImport(accountId: string, importRows: number): Promise<Check[]> {
    const { rows } = await this.#owner.query<{ status: string; stored: number; refused: number }>(
      'select status, rows_stored as stored, rows_refused as refused from leadline.imports where id = $1',
      [this.#importId],
    );
    const { rows: leads } = await this.#owner.query<{ all: number; distinct: number }>(
      `select count(*)::integer as all, count(distinct lead ->> 'email')::integer as distinct
       from leadline.leads where account_id = $1 and lead ->> 'email' like 'row-%'`,
      [accountId],
    );
    return [
      check('the import', rows[0]?.status ?? 'missing', 'finished'),
      check('rows it counts as stored', rows[0]?.stored ?? 0, importRows),
      check('rows it refused', rows[0]?.refused ?? 0, 0),
      check('leads of the file', leads[0]?.all ?? 0, importRows),
      check('of them different', leads[0]?.distinct ?? 0, importRows),
    ];
  }

  async #checkLeftovers(): Promise<Check[]> {
    const { rows } = await this.#owner.query<{ events: number; deliveries: number; dead: number }>(
      `select (select count(*) from leadline.outbox)::integer as events,
         (select count(*) from leadline.deliveries where status <> 'delivered')::integer as deliveries,
         (select count(*) from leadline_jobs.job where name = 'dead-letters')::integer as dead`,
    );
    return [
      check('events that nobody took up', rows[0]?.events ?? -1, 0),
      check('deliveries not written down as made', rows[0]?.deliveries ?? -1, 0),
      check('dead letters', rows[0]?.dead ?? -1, 0),
    ];
  }
}

const leadEventsOf = ({ accepted }: Receiver): Set<string> =>
  new Set(accepted.filter(({ type }) => type === 'lead.scored').map(({ id }) => id));

/** How many keys come with more than one value. */
function countAmbiguous(
  receipts: readonly Receipt[],
  keyIn: (receipt: Receipt) => string,
  valueIn: (receipt: Receipt) => string,
): number {
  const values = new Map<string, Set<string>>();
  for (const receipt of receipts) {
    const key = keyIn(receipt);
    values.set(key, (values.get(key) ?? new Set()).add(valueIn(receipt)));
  }
  return [...values.values()].filter(({ size }) => size > 1).length;
}

const keyOf = ({ endpoint, event }: CutOff): string => `${endpoint} ${event}`;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
