// Makes new leads searchable: takes them from the queue in rounds, a few of each account, and writes their search texts.
// The worker does this, because the index costs more than storing a lead.

import { sql } from 'kysely';
import { describeError, type Logger } from '../../platform/base/log.ts';
import { PollingLoop } from '../../platform/base/polling-loop.ts';
import {
  type Installation,
  type InstallationTransaction,
  inTransaction,
} from '../../platform/db/installation.ts';
import { type SearchedFields, writeSearchText } from './search-text.ts';

/** Both limits apply to each round, so that an import doesn't hold up other accounts. */
const MAX_ACCOUNTS = 100;
const MAX_LEADS_PER_ACCOUNT = 100;
const MAX_LEADS = 400;

const NO_ACCOUNT = '00000000000000000000000000000000';

export class SearchIndexer {
  readonly #db: Installation;
  readonly #loop: PollingLoop;
  #after = NO_ACCOUNT;

  constructor(db: Installation, logger: Logger) {
    this.#db = db;
    this.#loop = new PollingLoop({
      round: () => this.#index(),
      onFailure: (error) => logger.warn(describeError(error), 'failed to index leads for search; retrying'),
      pollMs: 500,
      retryMs: 2_000,
      // The index keeps a core of PostgreSQL busy, which requests would have to wait for after an import.
      rest: 1,
    });
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #index(): Promise<boolean> {
    const { last, isFull } = await indexLeads(this.#db, this.#after);
    this.#after = isFull && last !== null ? last : NO_ACCOUNT;
    return last !== null;
  }
}

interface Round {
  /** The last account that had leads to index; null if none had any. */
  readonly last: string | null;
  /** Whether accounts after it may be waiting. */
  readonly isFull: boolean;
}

interface QueuedLead extends Omit<SearchedFields, 'custom_fields'> {
  readonly account_id: string;
  readonly id: string;
  readonly normalized_phone: string;
  readonly custom_fields: SearchedFields['custom_fields'] | null;
}

/** Indexes one round of leads of the accounts after `after`. */
export const indexLeads = (db: Installation, after = NO_ACCOUNT): Promise<Round> =>
  inTransaction(db, async (trx) => {
    // If a crash loses this, the leads are back in the queue.
    await sql`select set_config('synchronous_commit', 'off', true)`.execute(trx);
    const taken = await takeLeads(trx, after);
    const leads = await readLeads(trx, taken);
    if (leads.length > 0) await insertTexts(trx, leads);
    const accounts = new Set(taken.map(({ account_id }) => account_id));
    return {
      last: taken.at(-1)?.account_id ?? null,
      isFull: taken.length >= MAX_LEADS || accounts.size >= MAX_ACCOUNTS,
    };
  });

interface QueueRow {
  readonly account_id: string;
  readonly id: string;
}

/** Jumps from account to account in the index instead of reading every row. Skips rows another worker is indexing. Newest
 * first, because that is what people look for while an import is being indexed. */
async function takeLeads(trx: InstallationTransaction, after: string): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    with recursive turn as (
      (select q.account_id, 1 as number from leadline.search_queue q where q.account_id > ${after}::uuid
       order by q.account_id limit 1)
      union all
      select (select q.account_id from leadline.search_queue q where q.account_id > t.account_id
              order by q.account_id limit 1), t.number + 1
      from turn t where t.account_id is not null and t.number < ${MAX_ACCOUNTS}
    ), taken as materialized (
      select q.account_id, q.id from turn t
      cross join lateral (
        select x.account_id, x.id from leadline.search_queue x where x.account_id = t.account_id
        order by x.id desc limit ${MAX_LEADS_PER_ACCOUNT} for update skip locked
      ) q limit ${MAX_LEADS}
    ), gone as (
      delete from leadline.search_queue q using taken t where q.account_id = t.account_id and q.id = t.id
      returning q.account_id, q.id
    )
    select * from gone order by account_id, id`.execute(trx);
  return rows;
}

/** How much of a form's questions is searched for the one about the company. */
const MAX_QUESTIONS_LENGTH = 8_000;
/** The longest company name; see the engine. */
const MAX_ANSWER_LENGTH = 81;
const MAX_MESSAGE_LENGTH = 2_000;

/** Without leads that have been deleted. Locked, so that none is deleted before its text is there to be deleted too. */
async function readLeads(trx: InstallationTransaction, taken: readonly QueueRow[]): Promise<QueuedLead[]> {
  const { rows } = await sql<QueuedLead>`
    select l.account_id, l.id, l.phone as normalized_phone, left(x.name, 500) as name, left(x.email, 500) as email,
      left(x.phone, 500) as phone, left(x.message, ${MAX_MESSAGE_LENGTH}) as message, (
        select json_object_agg(q.question, left(q.answer, ${MAX_ANSWER_LENGTH}) order by q.place)
        from (
          select f.question, f.answer, f.place, sum(length(f.question)) over (order by f.place) as total
          from json_each_text(x.custom_fields) with ordinality as f (question, answer, place)
        ) q
        where q.total <= ${MAX_QUESTIONS_LENGTH}
      ) as custom_fields
    from unnest(${taken.map(({ account_id }) => account_id)}::uuid[], ${taken.map(({ id }) => id)}::uuid[])
      as t (account_id, id)
    join leadline.leads l on l.account_id = t.account_id and l.id = t.id
    cross join lateral json_to_record(l.lead)
      as x (name text, email text, phone text, message text, custom_fields json)
    for key share of l`.execute(trx);
  return rows;
}

async function insertTexts(trx: InstallationTransaction, leads: readonly QueuedLead[]): Promise<void> {
  const texts = leads.map((lead) =>
    writeSearchText({ ...lead, custom_fields: lead.custom_fields ?? {} }, lead.normalized_phone),
  );
  await sql`
    insert into leadline.search_texts (account_id, id, country, text)
    select * from unnest(${leads.map(({ account_id }) => account_id)}::uuid[], ${leads.map(({ id }) => id)}::uuid[],
      ${texts.map(({ country }) => country)}::text[], ${texts.map(({ text }) => text)}::text[])
    on conflict (account_id, id) do nothing`.execute(trx);
}
