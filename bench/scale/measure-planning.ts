// How long PostgreSQL plans the statements of one request, by pg_stat_statements.

import { runSql } from '../support/bench-postgres.ts';
import type { Target } from './measure-pages.ts';

const REQUESTS = 50;

/** For startBenchPostgres. */
export const WITH_PLANNING_TIMES = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
};

export const enablePlanningTimes = (databaseUrl: string): Promise<unknown> =>
  runSql(databaseUrl, 'create extension pg_stat_statements schema public');

/** Milliseconds per first page. */
export async function measurePlanning(databaseUrl: string, url: string, { key }: Target): Promise<number> {
  await runSql(databaseUrl, 'select public.pg_stat_statements_reset()');
  for (let n = 0; n < REQUESTS; n++)
    await (await fetch(`${url}/api/leads`, { headers: { 'X-API-KEY': key } })).text();
  const rows = await runSql(
    databaseUrl,
    `select sum(s.total_plan_time)::float8 as ms from public.pg_stat_statements s where s.query like '%leadline.leads%'`,
  );
  return (rows[0] as { ms: number }).ms / REQUESTS;
}

/** Leaves the partition of this month and the one for older leads, which must be the only ones with leads. */
export async function keepTwoPartitions(databaseUrl: string): Promise<void> {
  const rows = await runSql(
    databaseUrl,
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'leadline.leads'::regclass
       and c.relname not in ('leads_older', to_char(now() at time zone 'utc', '"leads_"YYYY_MM'))`,
  );
  for (const { name } of rows as { name: string }[]) {
    await runSql(databaseUrl, `alter table leadline.leads detach partition leadline.${name}`);
    await runSql(databaseUrl, `drop table leadline.${name}`);
  }
}

export const makeOtherPartitions = (databaseUrl: string): Promise<unknown> =>
  runSql(databaseUrl, 'select leadline.make_lead_partitions(3)');
