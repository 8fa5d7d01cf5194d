// Fills one account with leads over twelve months, one partition per month: the sample leads in rotation, each from another
// person, four in five of them open, half of those new, one in fifty thousand from a trade fair.

import { packResult, writeSearchText } from '@leadline/server/testing';
import { sampleLeads } from '@leadline/testkit/leads/sample-leads';
import { runSql } from '../support/bench-postgres.ts';

const CHUNK = 100_000;

/** The partitions that exist after a year of operation. */
const MAKE_MONTHS = `do $$
  declare
    this_month timestamp := date_trunc('month', now() at time zone 'utc');
    month timestamp;
  begin
    alter table leadline.leads detach partition leadline.leads_older;
    for ago in 2..11 loop
      month := this_month - make_interval(months => ago);
      execute format('create table leadline.%I partition of leadline.leads for values from (%L) to (%L)',
        to_char(month, '"leads_"YYYY_MM'), leadline.first_id_of(month), leadline.first_id_of(month + interval '1 month'));
    end loop;
    execute format('alter table leadline.leads attach partition leadline.leads_older for values from (minvalue) to (%L)',
      leadline.first_id_of(this_month - interval '11 months'));
  end $$`;

/** $1 to $2 of $3 leads, from $4 samples. */
const FILL = `
  with made as materialized (
    select g.n, a.id as account_id, s.score, s.grade, s.lead, s.scored, s.text,
      'first' || g.n % 1000 || ' last' || g.n % 20000 as name, 'u' || g.n || '@example.org' as email,
      1000000000 + g.n as phone,
      case when g.n % 100000 = 11 then 'IS' when g.n % 100 = 1 then 'IE' when g.n % 3 = 0 then 'GB' else 'US' end as country,
      case when g.n % 50000 = 7 then 'trade fair' else s.source end as source,
      case when g.n % 20 = 0 then 'won' when g.n % 20 < 4 then 'lost' else 'open' end as outcome,
      case when g.n % 20 < 12 then 'new' when g.n % 20 < 17 then 'contacted' when g.n % 20 = 17 then 'qualified'
        else 'unqualified' end as stage,
      case when g.n % 3 = 0 then ('00000000-0000-7000-8000-00000000000' || g.n % 7)::uuid end as assignee,
      case when g.n % 500 = 13 then now() + interval '3 days' when g.n % 5000 = 14 then now() - interval '1 hour'
        end as snoozed_until,
      uuidv7(-(now() - (date_trunc('month', now() at time zone 'utc') - interval '11 months') at time zone 'utc')
        * (1 - g.n::float8 / $3)) as id
    from generate_series($1::integer, $2::integer) as g (n)
    join public.samples s on s.n = g.n * 79::bigint % $4
    join leadline.accounts a on a.test_of is null
  ), signed as (
    insert into leadline.contacts (account_id, email, phone, name, person_id, surname)
    select account_id, email, '+1' || phone, name, id, 'last' || n % 20000 from made
  ), stored as (
    insert into leadline.leads (account_id, id, person_id, score, grade, source, outcome, stage, assignee, snoozed_until,
      lead, scored)
    select account_id, id, id, score, grade, source, outcome, stage, assignee, snoozed_until, lead, scored from made
  )
  insert into leadline.search_texts (account_id, id, country, text)
  select account_id, id, country, ' ' || name || ' ' || email || ' 1' || phone || text from made`;

/** The database must have exactly one live account. */
export async function fillYear(databaseUrl: string, leads: number): Promise<void> {
  await runSql(databaseUrl, MAKE_MONTHS);
  await runSql(
    databaseUrl,
    'create table public.samples (n integer primary key, score integer, grade text, source text, lead json, scored json, text text)',
  );
  for (const [n, { lead, result }] of sampleLeads.entries()) {
    await runSql(databaseUrl, 'insert into public.samples values ($1, $2, $3, $4, $5, $6, $7)', [
      n,
      result.data.score,
      result.data.grade,
      lead.source,
      JSON.stringify(lead),
      packResult(result),
      writeSearchText({ ...lead, name: '', email: '', phone: '' }, '').text,
    ]);
  }
  // As fast as possible: the index is built afterwards, and the leads are known to exist.
  const [index] = (await runSql(
    databaseUrl,
    `select pg_get_indexdef('leadline.search_texts_by_part'::regclass) as definition`,
  )) as { definition: string }[];
  await runSql(databaseUrl, 'drop index leadline.search_texts_by_part');
  await runSql(databaseUrl, 'alter table leadline.search_texts disable trigger all');
  for (let from = 0; from < leads; from += CHUNK) {
    const to = Math.min(from + CHUNK, leads);
    await runSql(databaseUrl, FILL, [from, to - 1, leads, sampleLeads.length]);
    process.stderr.write(`\r${to.toLocaleString('en')} leads stored`);
  }
  process.stderr.write('\n');
  await runSql(databaseUrl, 'alter table leadline.search_texts enable trigger all');
  await runSql(databaseUrl, index?.definition ?? '');
  // Autovacuum would do this eventually.
  await runSql(databaseUrl, 'vacuum (analyze) leadline.leads');
  await runSql(databaseUrl, 'vacuum (analyze) leadline.contacts');
  await runSql(databaseUrl, 'vacuum (analyze) leadline.search_texts');
  await runSql(databaseUrl, 'checkpoint');
}
