// Which files of packages/server/src run on the API's main thread while it answers a lead, by V8's coverage. Files of timers
// that run meanwhile are left out: only what every lead passes is listed.
//   npm run files-of-a-lead
//   npm run files-of-a-lead -- --json

import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATHS } from '@leadline/contract/paths';
import { migrate } from '@leadline/server';
import { readOptions } from '@leadline/testkit/read-options';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { makeAccounts, startBenchPostgres } from './support/bench-postgres.ts';

const LEADS = 10;
/** Connections, caches and compiled schemas are there by then. */
const WARM_UP = 20;
const ROOT = '/packages/server/src/';

const { json } = readOptions({ json: false });

const folder = mkdtempSync(join(tmpdir(), 'leadline-files-'));
const postgres = await startBenchPostgres(folder);
try {
  await migrate(postgres.url);
  const [key = ''] = await makeAccounts(postgres.url, 1);
  const api = await startTestApi(postgres.url, { logLevel: 'silent' });
  const session = new Session();
  session.connect();
  for (let lead = 0; lead < WARM_UP; lead++) await send(api.url, key, lead);
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  let files: readonly string[] | null = null;
  for (let lead = 0; lead < LEADS; lead++) {
    await sleep(50);
    await session.post('Profiler.takePreciseCoverage'); // starts over
    await send(api.url, key, WARM_UP + lead);
    const ran = await readFiles(session);
    files = files === null ? [...ran] : files.filter((file) => ran.has(file));
  }
  await api.stop();
  const listed = files?.toSorted() ?? [];
  console.log(json ? JSON.stringify(listed) : `${listed.join('\n')}\n${listed.length} files`);
} finally {
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

async function send(url: string, key: string, lead: number): Promise<void> {
  const body = {
    name: `Ana ${lead}`,
    email: `ana${lead}@example.org`,
    message: `We need a quote for ${lead + 3} desks by May.`,
  };
  const response = await fetch(`${url}${PATHS.score}`, {
    method: 'POST',
    headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
}

async function readFiles(session: Session): Promise<ReadonlySet<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return new Set(
    result
      .filter(
        ({ url, functions }) =>
          url.includes(ROOT) && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
      )
      .map(({ url }) => url.slice(url.indexOf(ROOT) + ROOT.length)),
  );
}
