// Moves events from the outbox to the job queues. Each event becomes a delivery job for every subscribed endpoint, or a
// job that runs an import, a backtest, a rescore or a training; new leads are routed and become alerts. All sides change in one transaction, so no event is
// ever lost in between.

import { sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import { queueForCrm } from '../leads/record/queue-for-crm.ts';
import { type AlertEvent, addAlerts } from '../notifications/alerts/add-alerts.ts';
import { addDeliveries, FAIR_SHARE, type OutboxRow } from '../notifications/webhooks/add-deliveries.ts';
import { Allowances } from '../platform/base/allowances.ts';
import { fromUuid } from '../platform/base/ids.ts';
import { describeError, type Logger } from '../platform/base/log.ts';
import { PollingLoop } from '../platform/base/polling-loop.ts';
import {
  type Installation,
  type InstallationTransaction,
  inTransaction,
} from '../platform/db/installation.ts';
import { DELIVER, IMPORT_TURNS, MODEL_TURNS, SETTINGS_TURNS } from '../platform/jobs/queues.ts';
import { queueTurns } from '../platform/jobs/turns.ts';
import { RUN_SETTINGS_JOBS } from '../scoring-jobs/rescoring/manage-jobs.ts';
import { RUN_TRAININGS } from '../scoring-jobs/training/start-training.ts';
import { ROUTE_LATER, type RoutedLead, routeLeads } from '../work/routing/route-leads.ts';

export interface EventDispatcherOptions {
  /** Called with the number of new jobs whenever there are any. */
  readonly onMoved: (jobs: number) => void;
}

/** Both limits apply to each round, so that every account gets its turn no matter how many events others have. */
const MAX_ACCOUNTS = 500;
const MAX_ROWS_PER_ACCOUNT = 200;
const MAX_ROWS = 5_000;

const NO_ACCOUNT = '00000000000000000000000000000000';

export class EventDispatcher {
  readonly #db: Installation;
  readonly #boss: PgBoss;
  readonly #onMoved: (jobs: number) => void;
  readonly #loop: PollingLoop;
  readonly #fairShare = new Allowances(FAIR_SHARE);
  #after = NO_ACCOUNT;

  constructor(db: Installation, boss: PgBoss, logger: Logger, { onMoved }: EventDispatcherOptions) {
    this.#db = db;
    this.#boss = boss;
    this.#onMoved = onMoved;
    this.#loop = new PollingLoop({
      round: () => this.#move(),
      onFailure: (error) => logger.warn(describeError(error), 'failed to relay events; retrying'),
      pollMs: 200,
      retryMs: 1_000,
    });
  }

  get lastSuccessAt(): number {
    return this.#loop.lastSuccessAt;
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Moves one round of events. Returns whether more are waiting. */
  async #move(): Promise<boolean> {
    const { rows, jobs } = await inTransaction(this.#db, async (trx) => {
      const rows = await takeRows(trx, this.#after);
      if (rows.length === 0) return { rows, jobs: 0 };
      const deliveries = await addDeliveries(trx, rows, this.#fairShare);
      const importing = await findLiveAccounts(
        trx,
        rows.filter(({ kind }) => kind === 'import').map(({ account_id }) => account_id),
      );
      const db = fromKysely(trx);
      if (deliveries.length > 0) await this.#boss.insert(DELIVER, deliveries, { db, returnId: false });
      await queueTurns(this.#boss, IMPORT_TURNS, importing, { db });
      // These only ever belong to live accounts.
      const rescoring = rows
        .filter(({ kind }) => kind === RUN_SETTINGS_JOBS)
        .map(({ account_id }) => fromUuid(account_id));
      await queueTurns(this.#boss, SETTINGS_TURNS, rescoring, { db });
      const training = rows
        .filter(({ kind }) => kind === RUN_TRAININGS)
        .map(({ account_id }) => fromUuid(account_id));
      await queueTurns(this.#boss, MODEL_TURNS, training, { db });
      const leads = rows.filter(({ kind }) => kind === 'lead.scored' || kind === ROUTE_LATER);
      const routed = await routeLeads(trx, leads);
      await queueForCrm(
        trx,
        leads.filter(({ kind }) => kind === 'lead.scored'),
      );
      await addAlerts(trx, toAlertEvents(leads, routed), new Date());
      return { rows, jobs: deliveries.length + importing.length };
    });
    if (jobs > 0) this.#onMoved(jobs);
    const counts = countByAccount(rows);
    if (counts.size === MAX_ACCOUNTS || rows.length === MAX_ROWS) {
      this.#after = fromUuid((rows.at(-1) as OutboxRow).account_id);
      return true;
    }
    this.#after = NO_ACCOUNT;
    return [...counts.values()].some((count) => count === MAX_ROWS_PER_ACCOUNT);
  }
}

/** Leads that are routed later were new before. */
function toAlertEvents(leads: readonly OutboxRow[], routed: readonly RoutedLead[]): AlertEvent[] {
  const assignees = new Map(routed.map(({ account_id, id, assignee }) => [account_id + id, assignee]));
  return leads.map(({ account_id, id, kind }) => ({
    accountId: account_id,
    leadId: id,
    isNew: kind === 'lead.scored',
    assignee: assignees.get(account_id + id) ?? null,
  }));
}

function countByAccount(rows: readonly OutboxRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { account_id } of rows) counts.set(account_id, (counts.get(account_id) ?? 0) + 1);
  return counts;
}

/** Jumps from account to account in the index instead of reading every row. Skips rows another worker is moving. */
async function takeRows(trx: InstallationTransaction, after: string): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    with recursive turn as (
      (select o.account_id, 1 as number from leadline.outbox o where o.account_id > ${after}::uuid
       order by o.account_id limit 1)
      union all
      select (select o.account_id from leadline.outbox o where o.account_id > t.account_id
              order by o.account_id limit 1), t.number + 1
      from turn t where t.account_id is not null and t.number < ${MAX_ACCOUNTS}
    ), taken as materialized (
      select o.account_id, o.id from turn t
      cross join lateral (
        select x.account_id, x.id from leadline.outbox x where x.account_id = t.account_id
        order by x.id limit ${MAX_ROWS_PER_ACCOUNT} for update skip locked
      ) o limit ${MAX_ROWS}
    ), gone as (
      delete from leadline.outbox o using taken t where o.account_id = t.account_id and o.id = t.id
      returning o.account_id, o.id, o.kind, o.subject_id, o.data
    )
    select * from gone order by account_id, id`.execute(trx);
  return rows;
}

async function findLiveAccounts(
  trx: InstallationTransaction,
  accountIds: readonly string[],
): Promise<string[]> {
  if (accountIds.length === 0) return [];
  const rows = await trx
    .selectFrom('accounts')
    .select((e) => e.fn.coalesce('test_of', 'id').as('live'))
    .where('id', 'in', accountIds)
    .execute();
  return rows.map(({ live }) => fromUuid(live));
}
