// Load by wrk: 64 connections, each waiting for its answer before it sends the next lead.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export const CONNECTIONS = 64;

export interface Figure {
  readonly perSecond: number;
  readonly p99Ms: number | null;
}

export function runWrk(url: string, bodiesFile: string, keysFile: string, seconds: number): Figure {
  const script = join(import.meta.dirname, 'leads.lua');
  const text = execFileSync(
    'wrk',
    ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', '-s', script, url, '--', bodiesFile, keysFile],
    { encoding: 'utf8' },
  );
  if (/Non-2xx|Socket errors/.test(text)) throw new Error(`not every lead was stored:\n${text}`);
  const [, p99 = 'NaN', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s)/.exec(text) ?? [];
  const toMs = { us: 0.001, ms: 1, s: 1000 }[unit] ?? 1;
  return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]), p99Ms: Number(p99) * toMs };
}

/** The middle round by throughput. */
export const medianOf = (figures: readonly Figure[]): Figure =>
  figures.toSorted((a, b) => a.perSecond - b.perSecond)[figures.length >> 1] as Figure;
