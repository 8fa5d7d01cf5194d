// Prints where CPU time and memory go: per lead, by package and by function.

import type { Profile } from './probe.ts';

const MOST_FUNCTIONS = 60;

export function printProfile(profiles: readonly Profile[], leads: number): void {
  const time = merge(profiles.map(({ selfUs }) => selfUs));
  const memory = merge(profiles.map(({ allocatedBy }) => allocatedBy));
  const bytes = profiles.reduce((sum, { allocatedBytes }) => sum + allocatedBytes, 0);
  console.log(`${leads} leads, ${Math.round(bytes / leads).toLocaleString('en')} bytes allocated per lead\n`);
  print('microseconds of the main thread per lead, by package', groupBy(time, packageOf), leads);
  print('microseconds per lead, by function', time, leads);
  print('bytes allocated per lead, by package', groupBy(memory, packageOf), leads);
  print('bytes allocated per lead, by function', memory, leads);
}

function merge(parts: readonly Readonly<Record<string, number>>[]): Map<string, number> {
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
  const largest = [...sums].toSorted(([, a], [, b]) => b - a).slice(0, MOST_FUNCTIONS);
  for (const [name, value] of largest) console.log(`${(value / leads).toFixed(1).padStart(8)}  ${name}`);
  console.log('');
}
