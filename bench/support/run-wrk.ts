// Generates load with wrk: 64 connections by default, each of which waits for a response before it sends the next lead.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, 'leads.lua');

export const CONNECTIONS = 64;

export interface Figure {
  readonly requests: number;
  readonly perSecond: number;
  readonly p99Ms: number | null;
}

/** Numbers have seven digits, as in a phone number, and no two runs share one: a lead that comes again isn't stored. */
const NUMBERS_PER_RUN = 100_000;
const MAX_RUNS = 10_000_000 / NUMBERS_PER_RUN;
let runs = 0;

/** Splits the connections among the processes and reports the worst p99 of them. */
export async function runWrk(
  urls: readonly string[],
  bodiesFile: string,
  keysFile: string,
  seconds: number,
  totalConnections = CONNECTIONS,
): Promise<Figure> {
  const connections = totalConnections / urls.length;
  const texts = await Promise.all(
    urls.map(async (url) => {
      if (runs === MAX_RUNS) throw new Error(`wrk can run ${MAX_RUNS} times: run fewer rounds`);
      const args = [
        '-t1',
        `-c${connections}`,
        `-d${seconds}s`,
        '--latency',
        '--timeout',
        '10s',
        '-s',
        SCRIPT,
        url,
        '--',
      ];
      return (await run('wrk', [...args, bodiesFile, keysFile, String(NUMBERS_PER_RUN * runs++)])).stdout;
    }),
  );
  const figures = texts.map((text) => {
    if (/Non-2xx|Socket errors/.test(text)) throw new Error(`wrk reported failed requests:\n${text}`);
    const [, p99 = 'NaN', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s)/.exec(text) ?? [];
    const toMs = { us: 0.001, ms: 1, s: 1000 }[unit] ?? 1;
    const requests = Number(/(\d+) requests in/.exec(text)?.[1]);
    return {
      requests,
      perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
      p99Ms: Number(p99) * toMs,
    };
  });
  return {
    requests: figures.reduce((sum, { requests }) => sum + requests, 0),
    perSecond: figures.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p99Ms: Math.max(...figures.map(({ p99Ms }) => p99Ms)),
  };
}

/** The round with the median throughput. */
export const medianOf = (figures: readonly Figure[]): Figure =>
  figures.toSorted((a, b) => a.perSecond - b.perSecond)[figures.length >> 1] as Figure;
