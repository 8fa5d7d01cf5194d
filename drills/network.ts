// Watches a working service for a minute: it must connect to PostgreSQL and to nothing else. Runs in a network namespace of its
// own, so that nothing could get out; needs root, strace and iproute2.
//   node drills/network.ts [--seconds 60] [--json]

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCrashablePostgres } from '@leadline/testkit/database/crashable-postgres';
import { workForAWhile } from '@leadline/testkit/drills/network';
import { reportDrill } from '@leadline/testkit/drills/run-drill';
import { judgeNetwork, type Work } from '@leadline/testkit/drills/verdicts/judge-network';
import { watchConnections } from '@leadline/testkit/net/watch-connections';
import { readOptions } from '@leadline/testkit/read-options';

const { seconds, json, inside } = readOptions({ seconds: 60, json: false, inside: null });

if (inside !== null) await work(inside);
else await reportDrill('network', watch, { json });

/** Runs this file again, under strace. */
async function watch() {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-network-'));
  const file = join(folder, 'work');
  try {
    const command = [process.execPath, import.meta.filename, '--inside', file, '--seconds', String(seconds)];
    const { connections } = await watchConnections(command);
    const done = await readFile(file, 'utf8').catch(() => 'null');
    return {
      checks: judgeNetwork(JSON.parse(done) as Work | null, connections),
      figures: { 'connections seen': connections.length },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function work(file: string): Promise<void> {
  const postgres = await startCrashablePostgres();
  try {
    const done = await workForAWhile(postgres.url, { seconds }, (text) => process.stderr.write(`${text}\n`));
    await writeFile(file, JSON.stringify(done));
  } finally {
    await postgres.remove();
  }
}
