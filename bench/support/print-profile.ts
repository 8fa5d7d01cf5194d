// Prints where CPU time and memory go: per lead, by package and by function.

import type { Sums } from './probe.ts';

const MAX_FUNCTIONS = 60;

/** `unit` is what is counted, such as microseconds. */
export function printProfile(unit: string, parts: readonly Sums[], leads: number): void {
  const sums = merge(parts);
  const total = [...sums.values()].reduce((sum, value) => sum + value, 0);
  console.log(`${Math.round(total / leads).toLocaleString('en')} ${unit} per lead, ${leads} leads\n`);
  print(`${unit} per lead, by package`, groupBy(sums, packageOf), leads);
  print(`${unit} per lead, by function`, sums, leads);
}

function merge(parts: readonly Readonly<Sums>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const part of parts)
    for (const [name, value] of Object.entries(part)) sums.set(name, (sums.get(name) ?? 0) + value);
  return sums;
}

const groupBy = (sums: ReadonlyMap<string, number>, of: (name: string) => string): Map<string, number> =>
  merge([...sums].map(([name, value]) => ({ [of(name)]: value })));

/** `packages/engine/src/text/…` → `engine/text`. */
function packageOf(place: string): string {
  const own = /^packages\/(\w+)\/src\/(\w+)/.exec(place);
  if (own !== null) return `${own[1]}/${own[2]}`;
  const library = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(place)?.[1];
  return library ?? (place.startsWith('node:') ? (place.split(' ')[0] as string) : place);
}

function print(title: string, sums: ReadonlyMap<string, number>, leads: number): void {
  console.log(title);
  const largest = [...sums].toSorted(([, a], [, b]) => b - a).slice(0, MAX_FUNCTIONS);
  for (const [name, value] of largest) console.log(`${(value / leads).toFixed(1).padStart(8)}  ${name}`);
  console.log('');
}
