// Sends valid and broken leads full of canaries, with many keys, while database connections keep breaking. None of the
// canaries may show up in the process's logs or metrics.

import type { Installation } from '@leadline/server';
import { sql } from 'kysely';
import { waitUntil } from '../drills/wait-until.ts';
import { cutConnections } from '../faults/cut-connections.ts';
import type { LeadlineProcess } from '../service/spawn-leadline.ts';
import { Canaries, type Leak } from './canaries.ts';
import { LEAD_REQUESTS, OTHER_REQUESTS, REJECTED_SOURCE, type Sender } from './canary-requests.ts';

export interface CanaryOptions {
  readonly api: LeadlineProcess;
  /** Breaks connections and adds constraints, so the database must not be used for anything else. */
  readonly owner: Installation;
  readonly keys: readonly string[];
  readonly intakeKey: string;
  readonly leads: number;
  readonly concurrency: number;
  readonly onProgress?: (leads: number) => void;
}

export interface CanaryReport {
  /** How often each kind of request was answered with each status. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly brokenConnections: number;
  readonly log: LogFacts;
  /** How many requests the metrics count. */
  readonly measuredRequests: number;
  readonly kinds: readonly string[];
  /** Kinds of canaries that were found in the database. */
  readonly storedKinds: readonly string[];
  /** Kinds of canaries that would not be noticed in a log. */
  readonly blindSpots: readonly string[];
  readonly leaks: readonly Leak[];
}

export interface LogFacts {
  readonly lines: number;
  /** By the status of the answer. */
  readonly requests: ReadonlyMap<string, number>;
  /** Batches that were written again because a connection was lost. */
  readonly retriedBatches: number;
  /** Rows that the database rejected: its message contains the whole row. */
  readonly rejectedLeads: number;
  readonly rejectedBodies: number;
}

const TERMINATE_EVERY_MS = 200;

export async function sendCanaries(options: CanaryOptions): Promise<CanaryReport> {
  const { api, owner, keys, intakeKey, leads, concurrency, onProgress = () => {} } = options;
  const canaries = new Canaries();
  for (const key of [...keys, intakeKey]) canaries.watch('key', key);
  // PostgreSQL includes the rejected row in its error message: "Failing row contains (…)".
  await sql`alter table leadline.leads add constraint no_refused
    check (source not like ${sql.lit(`${REJECTED_SOURCE}%`)})`.execute(owner);
  await sql`alter table leadline.received add constraint no_refused_body
    check (body not like ${sql.lit(`%:"${REJECTED_SOURCE}%`)})`.execute(owner);
  const breaking = cutConnections(owner, TERMINATE_EVERY_MS);
  const answers = new Map<string, Map<string, number>>();
  let next = 0;
  const send = async ([name, request]: (typeof LEAD_REQUESTS)[number], sender: Sender): Promise<void> => {
    const statuses = answers.get(name) ?? new Map<string, number>();
    answers.set(name, statuses);
    const status = await request(sender);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const work = async (): Promise<void> => {
    for (let index = next++; index < leads; index = next++) {
      const sender = { url: api.url, key: keys[index % keys.length] ?? '', intakeKey, canaries };
      await send(at(LEAD_REQUESTS, index), sender);
      // Every second lead is followed by the next of the other requests.
      if (index % 2 === 0) await send(at(OTHER_REQUESTS, index / 2), sender);
      if (index % 1_000 === 999) onProgress(index + 1);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const brokenConnections = await breaking.stop();
  const metrics = await readMetrics(api);
  const storedKinds = await findStoredKinds(owner, canaries);
  await api.kill('SIGTERM');
  const output = api.output();
  return {
    answers,
    brokenConnections,
    log: readLog(output),
    measuredRequests: sumOf(metrics, 'leadline_http_request_seconds_count'),
    kinds: canaries.kinds,
    storedKinds,
    blindSpots: canaries.blindSpots,
    leaks: [...canaries.findLeaks(output), ...canaries.findLeaks(metrics)],
  };
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** There are none while the database can't be reached. */
async function readMetrics({ metricsUrl }: LeadlineProcess): Promise<string> {
  let text = '';
  await waitUntil(async () => {
    const response = await fetch(metricsUrl);
    text = await response.text();
    return response.status === 200;
  });
  return text;
}

const sumOf = (metrics: string, name: string): number =>
  [...metrics.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))].reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  );

async function findStoredKinds(owner: Installation, canaries: Canaries): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select l.lead::text as text from leadline.leads l
    union all select row_to_json(o)::text from leadline.outcomes o`.execute(owner);
  return [...canaries.kindsIn(rows.map(({ text }) => text).join('\n'))];
}

export function readLog(output: string): LogFacts {
  const lines = output.split('\n').slice(0, -1);
  const count = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length;
  const statuses = lines.flatMap((line) => /"route":.*"status":(\d+)/.exec(line)?.[1] ?? []);
  return {
    lines: lines.length,
    requests: new Map(
      [...Map.groupBy(statuses, (status) => status)].map(([status, of]) => [status, of.length]),
    ),
    retriedBatches: count(/"msg":"[^"]*\bbatch\b/),
    rejectedLeads: count(/no_refused"/),
    rejectedBodies: count(/no_refused_body.*"msg":/),
  };
}
