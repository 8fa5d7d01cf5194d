// Prints what was measured, next to the goals.

import { cpus } from 'node:os';
import { judgeScale } from '@leadline/testkit/drills/verdicts/judge-scale';
import type { Times } from '../support/percentiles.ts';
import type { Figure } from '../support/run-wrk.ts';
import type { RetentionFigures } from './measure-retention.ts';
import type { Size } from './measure-sizes.ts';

export interface ScaleFigures {
  readonly leads: number;
  readonly accounts: number;
  readonly months: number;
  /** One lead in this many belongs to the large account. */
  readonly largeEvery: number;
  readonly ingest: { readonly empty: Figure; readonly full: Figure };
  readonly pages: Readonly<Record<'small' | 'large', ReadonlyMap<string, Times>>>;
  readonly erasure: Readonly<Record<'small' | 'large', Times>>;
  readonly retention: RetentionFigures;
  readonly bytesPerLead: Readonly<Record<string, Size>>;
  readonly planningMs: { readonly twoPartitions: number; readonly partitions: number; readonly full: number };
}

export function printFigures(figures: ScaleFigures, isJson: boolean): void {
  const goals = judgeScale(figures);
  if (isJson) {
    const { small, large } = figures.pages;
    const pages = { small: Object.fromEntries(small), large: Object.fromEntries(large) };
    const date = new Date().toISOString().slice(0, 10);
    console.log(JSON.stringify({ date, cores: cpus().length, goals, ...figures, pages }, null, 2));
    return;
  }
  const { leads, accounts, months, largeEvery, ingest, pages, erasure, retention, bytesPerLead, planningMs } =
    figures;
  const count = (value: number): string => Math.round(value).toLocaleString('en');
  console.log(
    `${count(leads)} leads of ${count(accounts)} accounts over ${months} months, ${count(leads / largeEvery)} of them in one account.\n`,
  );
  row('', 'measured', 'goal');
  for (const { name, value, unit, goal, isMet } of goals)
    row(
      name,
      `${value.toFixed(unit === '×' ? 2 : 1)} ${unit}`,
      `${unit === 'ms' ? '<' : '≥'} ${goal}${isMet ? '' : ' ✗'}`,
    );
  console.log('');
  for (const [name, { perSecond, p99Ms }] of Object.entries(ingest))
    row(`ingest, ${name}`, `${count(perSecond)}/s`, `p99 ${p99Ms?.toFixed(0)} ms`);
  console.log('');
  row('ms', 'small p50', 'p95', 'large p50', 'p95');
  const both = (name: string, small: Times | undefined, large: Times | undefined): void =>
    row(name, ...[small?.p50, small?.p95, large?.p50, large?.p95].map((ms) => ms?.toFixed(1) ?? ''));
  for (const [name, small] of pages.small) both(name, small, pages.large.get(name));
  both('erase a person', erasure.small, erasure.large);
  console.log('');
  row('', 'seconds', 'leads', 'per second');
  for (const [name, { leads: deleted, ms }] of [
    ['retention, a month of a small account', retention.smallAccount],
    ['retention, a month of the large account', retention.largeAccount],
  ] as const)
    row(name, (ms / 1000).toFixed(2), count(deleted), count(deleted / (ms / 1000)));
  row('vacuum of this month', (retention.vacuumMs / 1000).toFixed(2));
  console.log('');
  row('bytes per lead', 'table', 'indexes');
  for (const [name, { table, indexes }] of Object.entries(bytesPerLead))
    row(name, count(table), count(indexes));
  console.log('');
  row('partitions', '2', String(planningMs.partitions));
  row('planning a first page, ms', planningMs.twoPartitions.toFixed(2), planningMs.full.toFixed(2));
}

const row = (...cells: readonly string[]): void =>
  console.log(cells.map((cell, n) => (n === 0 ? cell.padEnd(44) : cell.padStart(12))).join(''));
