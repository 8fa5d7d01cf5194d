// Performance with many stored leads: ingest compared with an empty table, and the pages a rep opens, for an account with a
// fifth of the leads.
//   npm run bench:stored                          5 million leads; about ten minutes, 15 GB in the temp folder
//   npm run bench:stored -- --leads 200000        smaller
//   npm run bench:stored -- --json

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@leadline/server';
import { sampleLeads } from '@leadline/testkit/leads/sample-leads';
import { readOptions } from '@leadline/testkit/read-options';
import type { NodeProcess } from '@leadline/testkit/service/start-node';
import { makeAccounts, runSql, startBenchPostgres } from './support/bench-postgres.ts';
import { bodyLines } from './support/body-lines.ts';
import { storeOwners, storeSamples } from './support/fill-leads.ts';
import { measureIngest } from './support/measure-ingest.ts';
import { type Figure, runWrk } from './support/run-wrk.ts';
import { startApi } from './support/start-leadline.ts';

const SMALL_ACCOUNTS = 1_000;
const CHUNK = 250_000;
const REQUESTS_PER_PAGE = 200;

/** $1 to $2 of $3 leads, from $4 samples. */
const FILL = `
  with made as (
    select g.n, o.id as account_id, s.score, s.grade, s.source, s.lead, s.scored,
      uuidv7(-(now() - date_trunc('month', now() at time zone 'utc') at time zone 'utc') * (1 - g.n::float8 / $3)) as id
    from generate_series($1::integer, $2::integer) as g (n)
    join public.samples s on s.n = g.n % $4
    join public.owners o on o.n = case when g.n % 5 = 0 then 0 else 1 + g.n % 1000 end
  ), signed as (
    insert into leadline.contacts (account_id, email, phone, name, person_id, surname)
    select account_id, 'u' || n || '@example.org', '+1' || 1000000000 + n,
      'first' || n % 1000 || ' last' || n % 20000, id, 'last' || n % 20000
    from made
  )
  insert into leadline.leads (account_id, id, person_id, score, grade, source, lead, scored)
  select account_id, id, id, score, grade, source, lead, scored from made`;

const { json, leads, seconds, rounds } = readOptions({
  json: false,
  leads: 5_000_000,
  seconds: 10,
  rounds: 3,
});

const folder = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
const postgres = await startBenchPostgres(folder);
const processes: NodeProcess[] = [];
try {
  await migrate(postgres.url);
  const [bigKey = '', ...keys] = await makeAccounts(postgres.url, SMALL_ACCOUNTS + 1);
  const bodies = write('bodies', bodyLines());
  const manyKeys = write('keys', keys.join('\n'));
  for (const name of ['api-1', 'api-2']) processes.push(await startApi(join(folder, name), postgres.url));
  const urls = processes.map(({ url }) => url);
  await runWrk(urls, bodies, manyKeys, 10);
  await runSql(
    postgres.url,
    'truncate leadline.leads, leadline.contacts, leadline.requests, leadline.usage cascade',
  );
  const load = {
    databaseUrl: postgres.url,
    urls,
    bodiesFile: bodies,
    keysFile: manyKeys,
    rounds: rounds,
    seconds: seconds,
  };
  const empty = await measureIngest(load);
  await fill();
  const full = await measureIngest(load);
  const pages = await measurePages(urls[0] as string, bigKey);
  report(empty, full, pages);
} finally {
  for (const { stop } of processes) stop();
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** Stores leads in chronological order since the start of the month, one in five for the big account: the sample leads in
 * rotation, each from another person. */
async function fill(): Promise<void> {
  await storeSamples(postgres.url);
  await storeOwners(postgres.url);
  for (let from = 0; from < leads; from += CHUNK) {
    await runSql(postgres.url, FILL, [from, Math.min(from + CHUNK, leads) - 1, leads, sampleLeads.length]);
    process.stderr.write(`\r${Math.min(from + CHUNK, leads).toLocaleString('en')} leads stored`);
  }
  process.stderr.write('\n');
  await runSql(
    postgres.url,
    `insert into leadline.usage select account_id, date_trunc('month', now() at time zone 'utc'), count(*)
     from leadline.leads group by account_id
     on conflict (account_id, month) do update set leads = excluded.leads`,
  );
  // Autovacuum would do this eventually.
  await runSql(postgres.url, 'vacuum (analyze) leadline.leads');
  await runSql(postgres.url, 'vacuum (analyze) leadline.contacts');
  await runSql(postgres.url, 'checkpoint');
}

async function measurePages(url: string, key: string): Promise<Map<string, number>> {
  const source = sampleLeads.find(({ lead }) => lead.source !== '')?.lead.source ?? '';
  const pages: Record<string, (n: number) => string> = {
    'first page': () => '',
    'next pages': () => '',
    'grade Hot': () => '?grade=Hot',
    'grade Spam': () => '?grade=Spam',
    'score 95+': () => '?min_score=95',
    'one source': () => `?source=${encodeURIComponent(source)}`,
    'Hot, one source, last week': () =>
      `?grade=Hot&source=${encodeURIComponent(source)}&from=${new Date(Date.now() - 7 * 86_400_000).toISOString()}`,
    'won (none)': () => '?outcome=won',
    'a source without leads': () => '?source=nowhere',
    'first page, by priority': () => '?sort=priority',
    'Hot, by priority': () => '?sort=priority&grade=Hot',
    'Spam, by priority': () => '?sort=priority&grade=Spam',
    'a source without leads, by priority': () => '?sort=priority&source=nowhere',
    'Hot and Warm, a source without leads, by priority': () => '?sort=priority&grade=Hot,Warm&source=nowhere',
    'search: name': (n) => `?q=first${n % 1_000}%20last${(n * 7) % 20_000}`,
    'search: surname': (n) => `?q=last${(n * 31) % 20_000}`,
    'search: start of a name': (n) => `?q=first${n % 10}`,
    'search: email': (n) => `?q=u${n * 5_005}@`,
    'search: phone': (n) => `?q=%2B1${1_000_000_000 + n * 5_005}`,
    'search: no match': () => '?q=zzzzzz',
  };
  // The list's code has not run yet: until now, the process only stored leads.
  for (let n = 0; n < REQUESTS_PER_PAGE; n++)
    await (await fetch(`${url}/api/leads`, { headers: { 'X-API-KEY': key } })).text();
  const p95 = new Map<string, number>();
  for (const [name, query] of Object.entries(pages)) {
    const times: number[] = [];
    let cursor: string | null = null;
    for (let n = 0; n < REQUESTS_PER_PAGE; n++) {
      const started = performance.now();
      const path: string = name === 'next pages' && cursor !== null ? `?cursor=${cursor}` : query(n);
      const response = await fetch(`${url}/api/leads${path}`, { headers: { 'X-API-KEY': key } });
      const page = (await response.json()) as { success: boolean; next_cursor: string | null };
      times.push(performance.now() - started);
      if (!page.success) throw new Error(`the API rejected the page "${name}": ${JSON.stringify(page)}`);
      cursor = page.next_cursor;
    }
    p95.set(name, times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] as number);
  }
  return p95;
}

function report(empty: Figure, full: Figure, pages: ReadonlyMap<string, number>): void {
  const ratio = full.perSecond / empty.perSecond;
  if (json) {
    const result = {
      date: new Date().toISOString().slice(0, 10),
      cores: cpus().length,
      leads,
      empty,
      full,
      ratio,
    };
    console.log(JSON.stringify({ ...result, p95Ms: Object.fromEntries(pages) }, null, 2));
    return;
  }
  const rate = ({ perSecond, p99Ms }: Figure): string =>
    `${Math.round(perSecond).toLocaleString('en')} leads/s, p99 ${p99Ms?.toFixed(1)} ms`;
  console.log(`ingest, empty table        ${rate(empty)}`);
  console.log(
    `ingest, ${leads.toLocaleString('en')} leads    ${rate(full)}   ${ratio.toFixed(2)} × (goal 0.9)`,
  );
  console.log(
    `\nPages of an account with ${Math.ceil(leads / 5).toLocaleString('en')} leads, p95 of ${REQUESTS_PER_PAGE} (goals: first page 20 ms, rare filters 60 ms):`,
  );
  for (const [name, ms] of pages) console.log(`${name.padEnd(50)} ${ms.toFixed(1).padStart(7)} ms`);
}
