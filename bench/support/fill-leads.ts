// Fills accounts with leads over several months, one partition per month: the sample leads in rotation, each from another
// person, four in five of them open, half of those new, one in fifty thousand from a trade fair. Closed leads have an
// outcome.

import { packResult, writeSearchText } from '@leadline/server/testing';
import { sampleLeads } from '@leadline/testkit/leads/sample-leads';
import { runSql } from './bench-postgres.ts';

const CHUNK = 100_000;

export interface Filling {
  readonly leads: number;
  /** Including this one. */
  readonly months: number;
  /** One lead in this many belongs to the first account, the others to the rest of the accounts at random. */
  readonly firstAccountEvery: number;
}

/** The partitions that exist after this many months of operation. */
const makeMonths = (months: number): string => `do $$
  declare
    this_month timestamp := date_trunc('month', now() at time zone 'utc');
    month timestamp;
    name text;
  begin
    alter table leadline.leads detach partition leadline.leads_older;
    for ago in 2..${months - 1} loop
      month := this_month - make_interval(months => ago);
      name := to_char(month, '"leads_"YYYY_MM');
      execute format('create table leadline.%I partition of leadline.leads for values from (%L) to (%L) '
        'with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000)',
        name, leadline.first_id_of(month), leadline.first_id_of(month + interval '1 month'));
      execute format('grant maintain on leadline.%I to leadline_worker', name);
    end loop;
    execute format('alter table leadline.leads attach partition leadline.leads_older for values from (minvalue) to (%L)',
      leadline.first_id_of(this_month - interval '${Math.max(months - 1, 1)} months'));
  end $$`;

/** $1 to $2 of $3 leads, from $4 samples, over $5 months; $6 is firstAccountEvery, and $7 how many other accounts there
 * are. v counts the leads of the first account, so that they are as varied as the others. */
const FILL = `
  with made as materialized (
    select g.n, o.id as account_id, s.score, s.grade, s.marked, s.scored, s.text,
      'first' || g.n % 1000 || ' last' || g.n % 20000 as name, 'u' || g.n || '@example.org' as email,
      '+1' || 1000000000 + g.n as phone,
      case when g.v % 100000 = 11 then 'IS' when g.v % 100 = 1 then 'IE' when g.v % 3 = 0 then 'GB' else 'US' end as country,
      case when g.v % 50000 = 7 then 'trade fair' else s.source end as source,
      case when g.v % 20 = 0 then 'won' when g.v % 20 < 4 then 'lost' else 'open' end as outcome,
      case when g.v % 20 < 12 then 'new' when g.v % 20 < 17 then 'contacted' when g.v % 20 = 17 then 'qualified'
        else 'unqualified' end as stage,
      case when g.v % 3 = 0 then ('00000000-0000-7000-8000-00000000000' || g.v % 7)::uuid end as assignee,
      case when g.v % 500 = 13 then now() + interval '3 days' when g.v % 5000 = 14 then now() - interval '1 hour'
        end as snoozed_until,
      uuidv7(-(now() - (date_trunc('month', now() at time zone 'utc') - make_interval(months => $5 - 1)) at time zone 'utc')
        * (1 - g.n::float8 / $3)) as id
    from (
      select n, n % $6::integer = 0 as is_first, case when n % $6 = 0 then n / $6 else n end as v
      from generate_series($1::integer, $2::integer) as n
    ) g
    join public.samples s on s.n = g.v * 79::bigint % $4
    join public.owners o on o.n = case when g.is_first then 0 else 1 + abs(hashint8(g.n)::bigint) % greatest($7::bigint, 1) end
  ), signed as (
    insert into leadline.contacts (account_id, email, phone, name, person_id, surname)
    select account_id, email, phone, name, id, 'last' || n % 20000 from made
  ), stored as (
    insert into leadline.leads (account_id, id, person_id, score, grade, source, outcome, stage, assignee, snoozed_until,
      contacted_at, closed_at, phone, lead, scored)
    select account_id, id, id, score, grade, source, outcome, stage, assignee, snoozed_until,
      case when stage <> 'new' or outcome <> 'open' then uuid_extract_timestamp(id) + make_interval(mins => n % 5760) end,
      case when outcome <> 'open' then uuid_extract_timestamp(id) + interval '3 days' end,
      phone, replace(replace(replace(marked, '#name#', name), '#email#', email), '#phone#', phone)::json, scored
    from made
  ), closed as (
    insert into leadline.outcomes (account_id, lead_id, outcome, at, amount)
    select account_id, id, outcome, uuid_extract_timestamp(id) + interval '3 days',
      case when outcome = 'won' then n % 50000 end
    from made where outcome <> 'open'
  )
  insert into leadline.search_texts (account_id, id, country, text)
  select account_id, id, country, ' ' || name || ' ' || email || ' ' || substr(phone, 2) || text from made`;

/** Fills these tables much faster without their indexes and foreign keys. */
const INDEXED_LATER = ['contacts', 'search_texts', 'outcomes'];

/** The first account is the one that was created first. */
export async function fillLeads(
  databaseUrl: string,
  { leads, months, firstAccountEvery }: Filling,
): Promise<void> {
  await runSql(databaseUrl, makeMonths(months));
  await storeSamples(databaseUrl);
  const accounts = await storeOwners(databaseUrl);
  const addIndexes = await dropIndexes(databaseUrl);
  await whileUndisturbed(databaseUrl, async () => {
    const chunks = Array.from({ length: Math.ceil(leads / CHUNK) }, (_, n) => n * CHUNK);
    let stored = 0;
    await twoAtATime(chunks, async (from) => {
      const to = Math.min(from + CHUNK, leads);
      const last = [leads, sampleLeads.length, months, firstAccountEvery, accounts - 1];
      await runSql(databaseUrl, FILL, [from, to - 1, ...last]);
      stored += to - from;
      process.stderr.write(`\r${stored.toLocaleString('en')} leads stored`);
    });
    process.stderr.write('\n');
    await addIndexes();
  });
  // Autovacuum would do this eventually.
  for (const table of ['leads', ...INDEXED_LATER])
    await runSql(databaseUrl, `vacuum (analyze) leadline.${table}`);
  await runSql(databaseUrl, 'checkpoint');
}

/** One account with leads of twelve months. The database must have no other live account. */
export const fillYear = (databaseUrl: string, leads: number): Promise<void> =>
  fillLeads(databaseUrl, { leads, months: 12, firstAccountEvery: 1 });

/** The scored sample leads, as the table public.samples. `marked` is the lead with marks for who sent it. */
export async function storeSamples(databaseUrl: string): Promise<void> {
  await runSql(
    databaseUrl,
    'create table public.samples (n integer primary key, score integer, grade text, source text, lead json, marked text, scored json, text text)',
  );
  for (const [n, { lead, result }] of sampleLeads.entries()) {
    await runSql(databaseUrl, 'insert into public.samples values ($1, $2, $3, $4, $5, $6, $7, $8)', [
      n,
      result.data.score,
      result.data.grade,
      lead.source,
      JSON.stringify(lead),
      JSON.stringify({ ...lead, name: '#name#', email: '#email#', phone: '#phone#' }),
      packResult(result),
      writeSearchText({ ...lead, name: '', email: '', phone: '' }, '').text,
    ]);
  }
}

/** The live accounts, numbered from 0, as the table public.owners. Returns how many there are. */
export async function storeOwners(databaseUrl: string): Promise<number> {
  await runSql(
    databaseUrl,
    `create table public.owners as
     select row_number() over (order by id) - 1 as n, id from leadline.accounts where test_of is null`,
  );
  const rows = await runSql(databaseUrl, 'select count(*)::integer as accounts from public.owners');
  return (rows[0] as { accounts: number }).accounts;
}

/** Keeps autovacuum away from what is still being filled, and whole pages out of the log. */
async function whileUndisturbed(databaseUrl: string, fill: () => Promise<void>): Promise<void> {
  const set = async (triggers: string, setting: string): Promise<void> => {
    for (const table of INDEXED_LATER)
      await runSql(databaseUrl, `alter table leadline.${table} ${triggers} trigger all`);
    for (const name of ['autovacuum', 'full_page_writes'])
      await runSql(databaseUrl, `alter system ${setting.replace('%', name)}`);
    await runSql(databaseUrl, 'select pg_reload_conf()');
  };
  await set('disable', 'set % = off');
  await fill();
  await set('enable', 'reset %');
}

/** On two connections, which take the next one when they are free. */
async function twoAtATime<Work>(works: readonly Work[], run: (work: Work) => Promise<void>): Promise<void> {
  const rest = works.values();
  await Promise.all(
    [1, 2].map(async () => {
      for (const work of rest) await run(work);
    }),
  );
}

/** Returns what creates them again. */
async function dropIndexes(databaseUrl: string): Promise<() => Promise<void>> {
  const indexes = (await runSql(
    databaseUrl,
    `select x.indrelid::regclass::text as "table", i.relname as name, c.oid is not null as is_constraint,
       coalesce('alter table ' || x.indrelid::regclass || ' add constraint ' || i.relname || ' ' || pg_get_constraintdef(c.oid),
         pg_get_indexdef(i.oid)) as definition
     from pg_index x
     join pg_class i on i.oid = x.indexrelid
     join pg_am m on m.oid = i.relam
     join pg_class t on t.oid = x.indrelid and t.relnamespace = 'leadline'::regnamespace
     left join pg_constraint c on c.conindid = i.oid and c.conrelid = t.oid and c.contype in ('p', 'u')
     where t.relname = any ($1)
     order by m.amname = 'btree', t.relname, i.relname -- what takes longest first`,
    [INDEXED_LATER],
  )) as { table: string; name: string; is_constraint: boolean; definition: string }[];
  for (const { table, name, is_constraint } of indexes)
    await runSql(
      databaseUrl,
      is_constraint ? `alter table ${table} drop constraint ${name}` : `drop index leadline.${name}`,
    );
  return async () => {
    await twoAtATime(indexes, async ({ name, definition }) => {
      process.stderr.write(`building ${name}\n`);
      await runSql(databaseUrl, `set maintenance_work_mem = '1GB'; ${definition}`);
    });
  };
}
