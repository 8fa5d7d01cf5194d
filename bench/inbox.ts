// The inbox, for an account with a million leads over a year: pages by priority over HTTP, compared with plain SQL for the
// same rows without row-level security (the two alternate within one run); then the to-do list, other orders, searches and
// counts.
//   npm run bench:inbox                          a million leads; about three minutes, 5 GB in the temp folder
//   npm run bench:inbox -- --leads 100000        smaller
//   npm run bench:inbox -- --json

import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openPool } from '@leadline/server';
import { firstIdOf } from '@leadline/server/testing';
import { sampleLeads } from '@leadline/testkit/leads/sample-leads';
import { readOptions } from '@leadline/testkit/read-options';
import type { NodeProcess } from '@leadline/testkit/service/start-node';
import type pg from 'pg';
import { listPages } from './inbox/list-pages.ts';
import { makeAccounts, startBenchPostgres } from './support/bench-postgres.ts';
import { fillYear } from './support/fill-leads.ts';
import { percentiles, type Times, timeOf } from './support/percentiles.ts';
import { startApi } from './support/start-leadline.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PAGE = 50;
const FAR_PAGE = 200;
const MAX_REQUESTS = 100;
const MAX_MS_LENGTH = 15_000;
const GOAL_MS = 200;
const PAGE_GOAL_MS = 60;
const AFTER_CURSOR =
  'and (leadline.priority_of(l.score, l.id), l.id) < (leadline.priority_of($2::smallint, $3::uuid), $3::uuid)';

/** The same question for the API and for the database. */
interface Question {
  readonly name: string;
  readonly query: string;
  /** Conditions besides the account and `open`; parameters start at $2. */
  readonly sql: string;
  readonly values?: readonly unknown[];
}

const { json, leads } = readOptions({ json: false, leads: 1_000_000 });

const folder = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
const postgres = await startBenchPostgres(folder);
let api: NodeProcess | null = null;
let pool: pg.Pool | null = null;
try {
  await migrate(postgres.url);
  const [key = ''] = await makeAccounts(postgres.url, 1);
  await fillYear(postgres.url, leads);
  api = await startApi(join(folder, 'api'), postgres.url);
  pool = openPool(postgres.url, { size: 1 });
  const { rows } = await pool.query<{ id: string }>('select id from leadline.accounts where test_of is null');
  const compared = await measure(api.url, key, pool, rows[0]?.id ?? '');
  report(compared, await measurePages(api.url, key, listPages(leads)));
} finally {
  await pool?.end();
  api?.stop();
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

function listQuestions(farCursor: string): Question[] {
  const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS);
  const source = encodeURIComponent('google');
  const place = (cursor: string): unknown[] => [Number.parseInt(cursor.slice(5, 7), 16), cursor.slice(7)];
  const old = `next_32${firstIdOf(ago(200))}`;
  const isSince = `and l.id >= $2`;
  const isBetween = `${isSince} and l.id < $3`;
  return [
    { name: 'first page', query: '', sql: '' },
    { name: `page ${FAR_PAGE}`, query: `cursor=${farCursor}`, sql: AFTER_CURSOR, values: place(farCursor) },
    { name: '200 days back', query: `cursor=${old}`, sql: AFTER_CURSOR, values: place(old) },
    { name: 'Hot', query: 'grade=Hot', sql: `and l.grade = 'Hot'` },
    { name: 'Hot and Warm', query: 'grade=Hot,Warm', sql: `and l.grade in ('Hot', 'Warm')` },
    { name: 'Spam', query: 'grade=Spam', sql: `and l.grade = 'Spam'` },
    { name: 'score 95+', query: 'min_score=95', sql: 'and l.score >= 95' },
    { name: 'one source', query: `source=${source}`, sql: `and l.source = 'google'` },
    {
      name: 'Hot, one source, last week',
      query: `grade=Hot&source=${source}&from=${ago(7).toISOString()}`,
      sql: `and l.grade = 'Hot' and l.source = 'google' ${isSince}`,
      values: [firstIdOf(ago(7))],
    },
    {
      name: 'one day, half a year ago',
      query: `from=${ago(181).toISOString()}&to=${ago(180).toISOString()}`,
      sql: isBetween,
      values: [firstIdOf(ago(181)), firstIdOf(ago(180))],
    },
    {
      name: 'a source with 1 lead in 50,000',
      query: 'source=trade%20fair',
      sql: `and l.source = 'trade fair'`,
    },
    { name: 'a source without leads', query: 'source=nowhere', sql: `and l.source = 'nowhere'` },
    {
      name: 'Hot and Warm, no matches',
      query: 'grade=Hot,Warm&source=nowhere',
      sql: `and l.grade in ('Hot', 'Warm') and l.source = 'nowhere'`,
    },
    {
      name: 'search: a surname',
      query: 'q=last777',
      sql: 'and l.id in (select c.person_id from leadline.contacts c where c.account_id = $1 and c.surname = $2 and c.surname <> c.name)',
      values: ['last777'],
    },
    {
      name: 'search: an email',
      query: 'q=u4801%40example.org',
      sql: 'and l.id in (select c.person_id from leadline.contacts c where c.account_id = $1 and c.email = $2)',
      values: ['u4801@example.org'],
    },
  ];
}

async function measure(
  url: string,
  key: string,
  database: pg.Pool,
  accountId: string,
): Promise<Map<string, Record<'api' | 'sql', Times>>> {
  const ask = async (query: string): Promise<{ next_cursor: string | null }> => {
    const response = await fetch(`${url}/api/leads?sort=priority&limit=${PAGE}&${query}`, {
      headers: { 'X-API-KEY': key },
    });
    const page = (await response.json()) as { success: boolean; next_cursor: string | null };
    if (!page.success) throw new Error(`the API rejected ${query}: ${JSON.stringify(page)}`);
    return page;
  };
  let farCursor = '';
  for (let page = 1; page < FAR_PAGE; page++)
    farCursor = (await ask(page === 1 ? '' : `cursor=${farCursor}`)).next_cursor ?? farCursor;
  const measured = new Map<string, Record<'api' | 'sql', Times>>();
  for (const { name, query, sql, values: more = [] } of listQuestions(farCursor)) {
    process.stderr.write(`${name}\n`);
    const text = `
      select l.id, l.person_id, l.lead, l.scored, l.outcome from leadline.leads l
      where l.account_id = $1 and l.outcome = 'open' ${sql}
      order by leadline.priority_of(l.score, l.id) desc, l.id desc limit ${PAGE + 1}`;
    const times = { api: [] as number[], sql: [] as number[] };
    const started = performance.now();
    for (let n = 0; n < MAX_REQUESTS && performance.now() - started < MAX_MS_LENGTH; n++) {
      times.api.push(await timeOf(() => ask(query)));
      times.sql.push(await timeOf(() => database.query(text, [accountId, ...more])));
    }
    measured.set(name, { api: percentiles(times.api), sql: percentiles(times.sql) });
  }
  return measured;
}

async function measurePages(
  url: string,
  key: string,
  pages: Readonly<Record<string, (n: number) => string>>,
): Promise<Map<string, Times>> {
  const measured = new Map<string, Times>();
  for (const [name, path] of Object.entries(pages)) {
    process.stderr.write(`${name}\n`);
    const times: number[] = [];
    const started = performance.now();
    for (let n = 0; n < MAX_REQUESTS && performance.now() - started < MAX_MS_LENGTH; n++) {
      times.push(
        await timeOf(async () => {
          const response = await fetch(`${url}/api/leads${path(n)}`, { headers: { 'X-API-KEY': key } });
          const { success } = (await response.json()) as { success: boolean };
          if (!success) throw new Error(`the API rejected the page "${name}"`);
        }),
      );
    }
    measured.set(name, percentiles(times));
  }
  return measured;
}

function report(
  measured: ReadonlyMap<string, Record<'api' | 'sql', Times>>,
  pages: ReadonlyMap<string, Times>,
): void {
  if (json) {
    const result = { date: new Date().toISOString().slice(0, 10), cores: cpus().length, leads };
    console.log(
      JSON.stringify(
        { ...result, compared: Object.fromEntries(measured), pages: Object.fromEntries(pages) },
        null,
        2,
      ),
    );
    return;
  }
  console.log(
    `Pages of ${PAGE} by priority, of ${leads.toLocaleString('en')} leads in twelve months (${sampleLeads.length} distinct samples), ` +
      `up to ${MAX_REQUESTS} requests each, in ms.\nGoal: p95 below ${GOAL_MS}, even if hardly any lead matches the filter.\n`,
  );
  const row = (...cells: readonly string[]): void =>
    console.log(cells.map((cell, n) => (n === 0 ? cell.padEnd(44) : cell.padStart(10))).join(''));
  row('', 'API p50', 'p95', 'SQL p50', 'p95', 'ratio');
  for (const [name, { api: ours, sql: bare }] of measured) {
    const figures = [ours.p50, ours.p95, bare.p50, bare.p95].map((ms) => ms.toFixed(1));
    row(name, ...figures, `${(ours.p50 / bare.p50).toFixed(1)} ×`);
  }
  console.log(`\nOther pages, searches and counts. Goal: p95 below ${PAGE_GOAL_MS}.\n`);
  row('', 'API p50', 'p95');
  for (const [name, { p50, p95 }] of pages) row(name, p50.toFixed(1), p95.toFixed(1));
}
