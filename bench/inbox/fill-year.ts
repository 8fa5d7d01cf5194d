// Fills one account with leads over twelve months, one partition per month: the sample leads in rotation, each from another
// person, four in five of them open, one in fifty thousand from a trade fair.

import { packResult } from '@leadline/server/testing';
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
  with made as (
    select g.n, a.id as account_id, s.score, s.grade, s.lead, s.scored,
      case when g.n % 50000 = 7 then 'trade fair' else s.source end as source,
      case when g.n % 20 = 0 then 'won' when g.n % 20 < 4 then 'lost' else 'open' end as outcome,
      uuidv7(-(now() - (date_trunc('month', now() at time zone 'utc') - interval '11 months') at time zone 'utc')
        * (1 - g.n::float8 / $3)) as id
    from generate_series($1::integer, $2::integer) as g (n)
    join public.samples s on s.n = g.n * 79::bigint % $4
    join leadline.accounts a on a.test_of is null
  ), signed as (
    insert into leadline.contacts (account_id, email, phone, name, person_id, surname)
    select account_id, 'u' || n || '@example.org', '+1' || 1000000000 + n,
      'first' || n % 1000 || ' last' || n % 20000, id, 'last' || n % 20000
    from made
  )
  insert into leadline.leads (account_id, id, person_id, score, grade, source, outcome, lead, scored)
  select account_id, id, id, score, grade, source, outcome, lead, scored from made`;

/** The database must have exactly one live account. */
export async function fillYear(databaseUrl: string, leads: number): Promise<void> {
  await runSql(databaseUrl, MAKE_MONTHS);
  await runSql(
    databaseUrl,
    'create table public.samples (n integer primary key, score integer, grade text, source text, lead json, scored json)',
  );
  for (const [n, { lead, result }] of sampleLeads.entries()) {
    await runSql(databaseUrl, 'insert into public.samples values ($1, $2, $3, $4, $5, $6)', [
      n,
      result.data.score,
      result.data.grade,
      lead.source,
      JSON.stringify(lead),
      packResult(result),
    ]);
  }
  for (let from = 0; from < leads; from += CHUNK) {
    const to = Math.min(from + CHUNK, leads);
    await runSql(databaseUrl, FILL, [from, to - 1, leads, sampleLeads.length]);
    process.stderr.write(`\r${to.toLocaleString('en')} leads stored`);
  }
  process.stderr.write('\n');
  // Autovacuum would do this eventually.
  await runSql(databaseUrl, 'vacuum (analyze) leadline.leads');
  await runSql(databaseUrl, 'vacuum (analyze) leadline.contacts');
  await runSql(databaseUrl, 'checkpoint');
}
