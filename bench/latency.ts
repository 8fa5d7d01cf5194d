// Measures how long senders wait at ordinary loads: leads arrive at a fixed rate, whether earlier ones are answered or not, every
// message different, with the AI on and off. Beside it, Fastify with one insert per lead at the same rates. The load generator
// runs on the same cores.
//   npm run bench:latency                      table
//   npm run bench:latency -- --seconds 3       quick run
//   npm run bench:latency -- --json            JSON

import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@leadline/server';
import { readOptions } from '@leadline/testkit/read-options';
import { type NodeProcess, startNode } from '@leadline/testkit/service/start-node';
import { type Sent, sendAtFullSpeed, sendAtRate } from './assess/send-leads.ts';
import { readTexts, readWarmUpTexts } from './assess/texts.ts';
import { makeAccounts, startBenchPostgres } from './support/bench-postgres.ts';
import { startApi } from './support/start-leadline.ts';

const RATES = [20, 50, 100, 200];
const VARIANTS = ['AI on', 'AI off', 'bare insert'] as const;
type Variant = (typeof VARIANTS)[number];

const { json, seconds } = readOptions({ json: false, seconds: 10 });
const folder = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
const postgres = await startBenchPostgres(folder);
const processes: NodeProcess[] = [];
try {
  await migrate(postgres.url);
  const [key] = (await makeAccounts(postgres.url, 1)) as [string];
  const measured: { rate: number; variant: Variant; sent: Sent }[] = [];
  // One after the other, so that none takes memory or CPU time from another.
  for (const variant of VARIANTS) {
    const service = await start(variant);
    processes.push(service);
    const texts = repeat(readTexts());
    await sendAtFullSpeed({ url: service.url, key, texts: repeat(readWarmUpTexts()), seconds: 10 }, 16);
    for (const rate of RATES) {
      process.stderr.write(`${variant}: ${rate} leads per second\n`);
      measured.push({
        rate,
        variant,
        sent: await sendAtRate({ url: service.url, key, texts, seconds }, rate),
      });
    }
    service.stop();
  }
  report(measured);
} finally {
  for (const service of processes) service.stop();
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

function start(variant: Variant): Promise<NodeProcess> {
  const log = join(folder, variant.replace(' ', '-'));
  return variant === 'bare insert'
    ? startNode(log, ['bench/latency/bare-insert.ts'], { DATABASE_URL: postgres.url })
    : startApi(log, postgres.url, { AI: variant === 'AI on' ? 'local' : 'off' });
}

function* repeat(texts: readonly string[]): Generator<string> {
  for (;;) yield* texts;
}

function report(measured: readonly { rate: number; variant: Variant; sent: Sent }[]): void {
  if (json) {
    console.log(
      JSON.stringify({
        date: new Date().toISOString().slice(0, 10),
        cores: cpus().length,
        seconds,
        measured,
      }),
    );
    return;
  }
  const cells = (texts: readonly string[]): string => texts.map((text) => text.padStart(12)).join('');
  console.log(cells(['leads/s', '', 'p50 ms', 'p99 ms', 'p99.9 ms', 'unread']));
  for (const rate of RATES)
    for (const { variant, sent } of measured.filter((one) => one.rate === rate))
      console.log(
        cells([
          String(rate),
          variant,
          sent.p50Ms.toFixed(0),
          sent.p99Ms.toFixed(0),
          sent.p999Ms.toFixed(0),
          variant === 'AI on' ? `${((100 * (sent.answered - sent.read)) / sent.answered).toFixed(1)} %` : '',
        ]),
      );
}
