// Fetches delivery jobs, runs them concurrently with a limit per endpoint, and settles the results in batches. Jobs
// don't wait for the others they were fetched with, so a receiver that hangs doesn't hold up the rest.

import { setTimeout as sleep } from 'node:timers/promises';
import type { EventType } from '@leadline/contract';
import type { Lead } from '@leadline/engine';
import { sql } from 'kysely';
import type { Job, PgBoss } from 'pg-boss';
import type { Dispatcher } from 'undici';
import { unpackResult } from '../../leads/record/packed-result.ts';
import { fromUuid } from '../../platform/base/ids.ts';
import { describeError, type Logger } from '../../platform/base/log.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { DELIVER } from '../../platform/jobs/queues.ts';
import { type AttemptResult, attemptDelivery } from './attempt.ts';
import { type DeliveryJob, FAILING, keyOf } from './delivery-job.ts';
import { makePayload } from './payload.ts';
import type { TargetPolicy } from './safe-agent.ts';
import type { Seal, Sealed } from './seal.ts';
import { type SettledJob, settleDeliveries } from './settle-deliveries.ts';
import { reserveMoments, THROTTLE_TIERS } from './throttle.ts';

export interface PumpParts {
  readonly db: Installation;
  readonly boss: PgBoss;
  readonly seal: Seal;
  readonly agent: Dispatcher;
  readonly policy: TargetPolicy;
  readonly logger: Logger;
  readonly onAttempt: (isDelivered: boolean, seconds: number) => void;
}

interface Row {
  readonly account_id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly event: EventType;
  readonly attempts: number;
  readonly lead_id: string | null;
  readonly data: unknown;
  readonly format: 'standard' | 'slack';
  readonly sealed: Buffer;
  readonly disabled_at: Date | null;
  readonly max_per_minute: number | null;
  readonly person_id: string | null;
  readonly lead: Lead | null;
  /** Null if the lead was deleted. */
  readonly scored: unknown;
  readonly outcome: string | null;
  readonly at: Date | null;
  readonly amount: number | null;
  readonly reason: string | null;
}

/** An open request costs little more than a socket. This many let a hundred receivers hang before others must wait. */
const MAX_IN_FLIGHT = 2_000;
const MAX_PER_ENDPOINT = 20;
const MAX_PER_FAILING_ENDPOINT = 5;
/** With fewer free slots than this, fetching isn't worth a query. */
const MIN_FREE_SLOTS = 20;
const MAX_FETCHED = 100;
const POLL_MS = 500;
const HEARTBEAT_MS = 4_000;
/** Less than the time after which process managers kill a process. */
const MAX_STOPPING_MS = 5_000;
const STOPPING_POLL_MS = 50;
/** Results that arrive within this time are settled together. */
const SETTLE_DELAY_MS = 10;

export class DeliveryPump {
  readonly #parts: PumpParts;
  readonly #inFlight = new Map<string, Job<DeliveryJob>>();
  readonly #settled: SettledJob[] = [];
  readonly #running: Promise<void>;
  readonly #heartbeat: NodeJS.Timeout;
  #settling: Promise<void> | null = null;
  readonly #stopping = new AbortController();
  #hasStopped = false;
  /** When it last looked for deliveries, or had enough of them. From performance.now(). */
  lastSuccessAt = performance.now();
  #wake: () => void = () => {};

  constructor(parts: PumpParts) {
    this.#parts = parts;
    this.#heartbeat = setInterval(() => void this.#touch(), HEARTBEAT_MS);
    this.#running = this.#run();
  }

  /** Called when there may be new jobs. */
  poke(): void {
    this.#wake();
  }

  /** Gives attempts in progress a few seconds to finish. The queue hands the others to another worker once their
   * heartbeat stops, so a receiver that is slow to answer may get an event twice. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await this.#running;
    const latest = performance.now() + MAX_STOPPING_MS;
    while (this.#inFlight.size > 0 && performance.now() < latest) await this.#pause(STOPPING_POLL_MS);
    this.#hasStopped = true;
    await this.#settling;
    clearInterval(this.#heartbeat);
  }

  async #run(): Promise<void> {
    const { boss, logger } = this.#parts;
    while (!this.#stopping.signal.aborted) {
      const free = MAX_IN_FLIGHT - this.#inFlight.size;
      if (free < MIN_FREE_SLOTS) {
        this.lastSuccessAt = performance.now(); // each attempt ends after a while, whatever its receiver does
        await this.#pause(POLL_MS);
        continue;
      }
      const batchSize = Math.min(free, MAX_FETCHED);
      try {
        const jobs = await boss.fetch<DeliveryJob>(DELIVER, {
          batchSize,
          groupConcurrency: {
            default: MAX_PER_ENDPOINT,
            tiers: { [FAILING]: MAX_PER_FAILING_ENDPOINT, ...THROTTLE_TIERS },
          },
        });
        this.lastSuccessAt = performance.now();
        for (const job of jobs) this.#inFlight.set(job.id, job);
        if (jobs.length > 0) void this.#start(jobs);
        else await this.#pause(POLL_MS);
      } catch (error) {
        logger.warn(describeError(error), 'failed to fetch deliveries; retrying');
        await this.#pause(POLL_MS);
      }
    }
  }

  async #start(jobs: readonly Job<DeliveryJob>[]): Promise<void> {
    try {
      const rows = await this.#load(jobs);
      const waits = await this.#reserve(jobs, rows);
      const targets = new Map<string, Sealed>();
      for (const job of jobs) void this.#deliver(job, rows.get(keyOf(job.data)), waits.get(job.id), targets);
    } catch (error) {
      this.#parts.logger.warn(describeError(error), 'failed to load deliveries; retrying');
      // This stops their heartbeat, so the queue will hand the jobs out again.
      for (const { id } of jobs) this.#inFlight.delete(id);
    }
  }

  /** How long deliveries to throttled endpoints have to wait, by job. Null: they go back to the queue. */
  async #reserve(
    jobs: readonly Job<DeliveryJob>[],
    rows: ReadonlyMap<string, Row>,
  ): Promise<ReadonlyMap<string, number | null>> {
    const throttled = jobs.filter(({ data }) => {
      const row = rows.get(keyOf(data));
      return row !== undefined && row.max_per_minute !== null && row.disabled_at === null;
    });
    const waits = new Map<string, number | null>();
    for (const [endpoint, own] of Map.groupBy(throttled, ({ data }) => data.endpoint)) {
      const account = own[0]?.data.account ?? '';
      const moments = await reserveMoments(this.#parts.db, account, endpoint, own.length);
      const inOrder = own.toSorted((a, b) => (a.data.event < b.data.event ? -1 : 1));
      for (const [place, { id }] of inOrder.entries()) waits.set(id, moments[place] ?? null);
    }
    return waits;
  }

  async #deliver(
    job: Job<DeliveryJob>,
    row: Row | undefined,
    wait: number | null | undefined,
    targets: Map<string, Sealed>,
  ): Promise<void> {
    if (wait !== undefined && wait !== null && wait > 0) {
      await sleep(wait, undefined, { signal: this.#stopping.signal }).catch(() => {});
      if (this.#stopping.signal.aborted) {
        // The queue hands the job to another worker once its heartbeat stops.
        this.#inFlight.delete(job.id);
        return;
      }
    }
    const result = row === undefined ? null : wait === null ? 'postponed' : await this.#attempt(row, targets);
    if (this.#hasStopped) return;
    const { attempts = 0, max_per_minute: maxPerMinute = null } = row ?? {};
    this.#settled.push({ job, attempts, result, maxPerMinute });
    this.#settling ??= this.#settle();
  }

  /** `targets` caches the decrypted targets of this batch. */
  async #attempt(row: Row, targets: Map<string, Sealed>): Promise<AttemptResult | 'gone'> {
    const { seal, agent, policy, logger, onAttempt } = this.#parts;
    if (row.disabled_at !== null) return endpointDisabled;
    const payload = makePayload({
      event: row.event,
      eventId: fromUuid(row.event_id),
      leadId: row.lead_id === null ? null : fromUuid(row.lead_id),
      personId: row.person_id === null ? null : fromUuid(row.person_id),
      lead: row.lead,
      result: row.scored === null ? null : unpackResult(row.scored),
      outcome:
        row.outcome === null || row.at === null
          ? null
          : { outcome: row.outcome, at: row.at, amount: row.amount, reason: row.reason },
      data: row.data,
    });
    if (payload === null) return 'gone';
    const started = performance.now();
    let result: AttemptResult;
    try {
      const target = targets.get(row.endpoint_id) ?? seal.open(fromUuid(row.endpoint_id), row.sealed);
      targets.set(row.endpoint_id, target);
      const eventId = fromUuid(row.event_id);
      result = await attemptDelivery({ eventId, payload, format: row.format, target }, agent, policy);
    } catch (error) {
      // Usually because SECRET_KEY has changed, which only the operator can fix.
      logger.error(describeError(error), 'failed to prepare a delivery');
      result = { ...notSent, error: 'internal error; the request was not sent' };
    }
    onAttempt(result.isDelivered, (performance.now() - started) / 1000);
    return result;
  }

  async #settle(): Promise<void> {
    const { db, boss, logger } = this.#parts;
    await new Promise((resolve) => setTimeout(resolve, SETTLE_DELAY_MS));
    while (this.#settled.length > 0) {
      const batch = this.#settled.splice(0);
      try {
        await settleDeliveries(db, boss, batch, new Date());
        for (const { job } of batch) this.#inFlight.delete(job.id);
        this.#wake();
      } catch (error) {
        logger.warn(describeError(error), 'failed to settle deliveries; retrying');
        if (this.#hasStopped) break;
        this.#settled.push(...batch);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    }
    this.#settling = null;
  }

  async #touch(): Promise<void> {
    const ids = [...this.#inFlight.keys()];
    if (ids.length === 0) return;
    try {
      await this.#parts.boss.touch(DELIVER, ids);
    } catch (error) {
      this.#parts.logger.warn(describeError(error), 'failed to renew the heartbeat of deliveries');
    }
  }

  async #load(jobs: readonly Job<DeliveryJob>[]): Promise<Map<string, Row>> {
    const { rows } = await sql<Row>`
      select d.account_id, d.endpoint_id, d.event_id, d.event, d.attempts, d.lead_id, d.data, e.format, e.sealed,
        e.disabled_at, e.max_per_minute, l.person_id, l.lead, l.scored, o.outcome, o.at, o.amount, o.reason
      from unnest(${jobs.map(({ data }) => data.account)}::uuid[], ${jobs.map(({ data }) => data.endpoint)}::uuid[],
        ${jobs.map(({ data }) => data.event)}::uuid[]) as j (account_id, endpoint_id, event_id)
      join leadline.deliveries d on d.account_id = j.account_id and d.endpoint_id = j.endpoint_id
        and d.event_id = j.event_id and d.status = 'pending'
      join leadline.webhook_endpoints e on e.account_id = d.account_id and e.id = d.endpoint_id
      left join leadline.leads l on l.account_id = d.account_id and l.id = d.lead_id
      left join leadline.outcomes o on o.account_id = d.account_id and o.lead_id = d.lead_id and o.id = d.event_id
    `.execute(this.#parts.db);
    return new Map(
      rows.map((row) => [
        keyOf({
          account: fromUuid(row.account_id),
          endpoint: fromUuid(row.endpoint_id),
          event: fromUuid(row.event_id),
        }),
        row,
      ]),
    );
  }

  /** Returns early if there may be new work. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

const notSent = { isDelivered: false, status: null, excerpt: null, isOurFault: true } as const;

const endpointDisabled: AttemptResult = { ...notSent, error: 'the endpoint is switched off' };
