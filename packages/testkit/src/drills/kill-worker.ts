// Killing a worker doesn't lose any events: the next worker delivers the rest with the same event IDs and resumes the
// import at the exact row. Deliveries that were made but not recorded are repeated with the same ID, as at-least-once
// delivery allows, and the drill counts them.

import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '@leadline/server';
import type pg from 'pg';
import { call } from '../http/call.ts';
import { leadIdOf, openClient } from '../http/client.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { type LeadlineProcess, spawnApi, spawnWorker } from '../service/spawn-leadline.ts';
import { Receiver } from '../webhooks/receiver.ts';
import { makeAccount } from './accounts.ts';
import { leadEventsOf, readLeftovers } from './delivered-events.ts';
import { type DrillResult, type Log, silent } from './drill.ts';
import { sum } from './verdicts/judge-events.ts';
import { judgeKillWorker, type KillWorkerFacts } from './verdicts/judge-kill-worker.ts';

export interface KillWorkerSize {
  readonly kills: number;
  readonly importRows: number;
}

/** A delivery that was in progress when the worker was killed. */
interface Interrupted {
  readonly endpoint: string;
  readonly event: string;
  readonly at: number;
}

interface Endpoint {
  readonly receiver: Receiver;
  /** The ID without its prefix, as in job data. */
  readonly id: string;
}

const ENDPOINTS = 3;
/** One receiver is slow, so that every kill interrupts deliveries. */
const SLOW_ANSWER_MS = 40;
const SENDERS = 4;
const PAUSE_MS = 80;
/** Long enough to tell late deliveries from lost ones. */
const GIVE_UP_MS = 120_000;

export async function drillKillWorker(
  databaseUrl: string,
  size: KillWorkerSize,
  log: Log = silent,
): Promise<DrillResult> {
  const owner = openPool(databaseUrl, { size: 2 });
  const receivers = await Promise.all(Array.from({ length: ENDPOINTS }, () => Receiver.start()));
  const processes: LeadlineProcess[] = [];
  try {
    const api = await spawnApi(databaseUrl, 0, 'error');
    processes.push(api);
    return await new Drill(databaseUrl, api.url, owner, receivers, processes, log).run(size);
  } finally {
    for (const leadline of processes) await leadline.kill('SIGKILL');
    for (const receiver of receivers) await receiver.close();
    await owner.end();
  }
}

class Drill {
  readonly #databaseUrl: string;
  readonly #apiUrl: string;
  readonly #owner: pg.Pool;
  readonly #receivers: readonly Receiver[];
  /** Killed at the end of the drill. */
  readonly #processes: LeadlineProcess[];
  readonly #log: Log;
  readonly #interrupted: Interrupted[] = [];
  #key = '';
  #importId = '';
  #endpoints: readonly Endpoint[] = [];
  #killed = 0;
  #killsInImport = 0;

  constructor(
    databaseUrl: string,
    apiUrl: string,
    owner: pg.Pool,
    receivers: readonly Receiver[],
    processes: LeadlineProcess[],
    log: Log,
  ) {
    this.#databaseUrl = databaseUrl;
    this.#apiUrl = apiUrl;
    this.#owner = owner;
    this.#receivers = receivers;
    this.#processes = processes;
    this.#log = log;
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
      // Half of the kills hit before the previous worker's jobs have resumed, and half while those jobs are running.
      if (kill % 2 === 0) await this.#untilBusy(load.posted);
      await sleep(Math.random() * (kill % 2 === 0 ? 500 : 1_500));
      this.#log(`kill ${kill + 1} of ${kills}: ${this.#outstanding(load.posted)} deliveries outstanding`);
      await this.#kill(worker);
      worker = await this.#startWorker();
    }
    const restartedAt = performance.now();
    await load.stop();
    this.#log('waiting for the rest');
    const isComplete = await this.#untilComplete(load.posted);
    const seconds = (performance.now() - restartedAt) / 1000;
    // Gives duplicates time to arrive.
    await sleep(1_000);
    return {
      checks: judgeKillWorker({
        planned: kills,
        killed: this.#killed,
        interruptedDeliveries: this.#interrupted.length,
        killsInImport: this.#killsInImport,
        secondsToDeliver: isComplete ? seconds : null,
        receivers: this.#receivers,
        posted: load.posted,
        leftovers: await readLeftovers(this.#owner),
        importRows,
        imported: await this.#readImported(accountId),
      }),
      figures: {
        kills,
        'kills that interrupted the import': this.#killsInImport,
        leads: load.posted.size,
        endpoints: ENDPOINTS,
        'events delivered': sum(this.#receivers.map(({ acceptedIds }) => acceptedIds.size)),
        'deliveries interrupted by a kill': this.#interrupted.length,
        'repeats with the same event ID': sum(this.#receivers.map(({ repeats }) => repeats)),
        'longest time until an interrupted delivery was repeated, s': this.#longestRerun(),
        'everything delivered after the last restart, s': Math.round(seconds * 10) / 10,
        'rows imported': importRows,
      },
    };
  }

  async #register(receiver: Receiver): Promise<Endpoint> {
    const body = { url: `${receiver.url}/leads`, events: ['lead.scored', 'import.finished'] };
    const answer = await call(this.#apiUrl, '/api/webhooks', body, { key: this.#key });
    if (answer.status !== 200) throw new Error(`failed to add the endpoint: ${answer.text}`);
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
    if (answer.status !== 200) throw new Error(`failed to start the import: ${answer.text}`);
    this.#importId = answer.body.data.import_id.slice('imp_'.length);
  }

  async #startWorker(): Promise<LeadlineProcess> {
    const worker = await spawnWorker(this.#databaseUrl, 'error');
    this.#processes[1] = worker;
    return worker;
  }

  /** Posts leads until stopped. Every lead must be acknowledged. */
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
        if (answer.status !== 200) throw new Error(`the API rejected a lead: ${answer.text}`);
        posted.add(leadIdOf(answer));
        await sleep(PAUSE_MS);
      }
    };
    const senders = Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(sender)));
    // `stop` reports the failure. Until then, an unhandled rejection would end the process.
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

  /** Waits until half of the outstanding deliveries have been made and the import has resumed. The queue only hands
   * over a killed worker's jobs after several missed heartbeats. */
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
    throw new Error('the worker did not resume');
  }

  async #kill(worker: LeadlineProcess): Promise<void> {
    const before = await this.#readImport();
    await worker.kill('SIGKILL');
    const at = Date.now();
    if (worker.child.signalCode === 'SIGKILL') this.#killed++;
    if (before.status === 'running' && before.rowsRead > 0) this.#killsInImport++;
    const { rows } = await this.#owner.query<{ endpoint: string; event: string }>(
      `select data ->> 'endpoint' as endpoint, data ->> 'event' as event
       from leadline_jobs.job where name = 'deliver' and state = 'active'`,
    );
    const known = new Set(this.#interrupted.filter((cut) => this.#rerunOf(cut) === null).map(keyOf));
    // A delivery that has been waiting since an earlier kill wasn't interrupted again.
    this.#interrupted.push(...rows.map((row) => ({ ...row, at })).filter((cut) => !known.has(keyOf(cut))));
  }

  /** How many deliveries of acknowledged leads still have to be made. */
  #outstanding(posted: ReadonlySet<string>): number {
    return posted.size * ENDPOINTS - sum(this.#receivers.map((receiver) => leadEventsOf(receiver).size));
  }

  async #untilComplete(posted: ReadonlySet<string>): Promise<boolean> {
    const giveUpAt = performance.now() + GIVE_UP_MS;
    const isNotified = ({ receipts }: Receiver): boolean =>
      receipts.some(({ type }) => type === 'import.finished');
    while (performance.now() < giveUpAt) {
      if (this.#outstanding(posted) <= 0 && this.#receivers.every(isNotified)) return true;
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

  /** When the first request after the kill arrived, or null if none did. */
  #rerunOf({ endpoint, event, at }: Interrupted): number | null {
    const receiver = this.#endpoints.find(({ id }) => id === endpoint)?.receiver;
    const repeat = receiver?.receipts.find((receipt) => receipt.id === `evt_${event}` && receipt.at > at);
    return repeat?.at ?? null;
  }

  #longestRerun(): number {
    const times = this.#interrupted.flatMap((cut) => {
      const at = this.#rerunOf(cut);
      return at === null ? [] : [at - cut.at];
    });
    return Math.round(Math.max(0, ...times) / 100) / 10;
  }

  async #readImported(accountId: string): Promise<KillWorkerFacts['imported']> {
    const { rows } = await this.#owner.query<KillWorkerFacts['imported']>(
      `select i.status, i.rows_stored as "reportedStored", i.rows_refused as rejected, l.leads, l.distinct
       from leadline.imports i, (
         select count(*)::integer as leads, count(distinct lead ->> 'email')::integer as distinct
         from leadline.leads where account_id = $2 and lead ->> 'email' like 'row-%'
       ) l where i.id = $1`,
      [this.#importId, accountId],
    );
    return rows[0] ?? { status: 'missing', reportedStored: 0, rejected: 0, leads: 0, distinct: 0 };
  }
}

const keyOf = ({ endpoint, event }: Interrupted): string => `${endpoint} ${event}`;
