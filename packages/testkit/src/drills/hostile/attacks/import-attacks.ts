// Attacks on the worker through files.

import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Attacker } from '../attacker.ts';

const MIB = 1024 * 1024;

export const importAttacks: readonly Attack[] = [
  {
    name: 'import of rows of 1 MB',
    run: async (attacker, signal) => {
      await upload(
        attacker,
        'start=true',
        csv(Math.ceil(300 * attacker.scale), () => 'x'.repeat(1_000_000)),
        signal,
      );
      await untilStopped(signal);
    },
  },
  {
    name: 'import of rows with 110,000 keys',
    run: async (attacker, signal) => {
      const keys = Array.from({ length: 110_000 }, (_, index) => `"k${index}":1`).join(',');
      const rows = repeat(
        Math.ceil(30 * attacker.scale),
        (index) => `{"email":"a${index}@example.org",${keys}}\n`,
      );
      await upload(attacker, 'start=true', rows, signal);
      await untilStopped(signal);
    },
  },
  {
    name: 'imports in every slot',
    run: async (attacker, signal) => {
      for (let file = 0; file < 10 && !signal.aborted; file++) {
        const rows = csv(20_000, (index) => `file ${file} row ${index}`);
        await upload(attacker, 'start=true&when_full=skip', rows, signal);
      }
      await untilStopped(signal);
    },
  },
  {
    name: 'rejected rows of 64 MB',
    run: async (attacker, signal) => {
      const rows = repeat(
        Math.ceil(1_000 * attacker.scale),
        (index) => `,"${index} ${'r'.repeat(64_000)}"\n`,
      );
      await upload(attacker, 'start=true', prepend('email,message\n', rows), signal);
      await untilStopped(signal);
    },
  },
  {
    name: 'files that wait to be imported',
    run: async (attacker, signal) => {
      for (let file = 0; file < 10 && !signal.aborted; file++) {
        const rows = csv(Math.ceil(100 * attacker.scale), (index) => `${file} ${index} ${'w'.repeat(MIB)}`);
        await upload(attacker, 'start=false', rows, signal);
      }
      await untilStopped(signal);
    },
  },
  {
    name: 'uploads of blank lines',
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 5, inFlight: 10 }, (index) => ({
        path: '/api/imports?file_name=blank.csv',
        key: attacker.liveKey,
        body: Buffer.from(`email,message\n${'\n'.repeat(MIB)}a${index}@example.org,hello\n`),
      })),
  },
];

export const upload = (attacker: Attacker, query: string, lines: Iterable<string>, signal?: AbortSignal) =>
  attacker.send(
    {
      path: `/api/imports?file_name=leads&${query}`,
      key: attacker.liveKey,
      headers: { 'content-type': 'application/octet-stream' },
      body: Readable.from(lines, { objectMode: false }),
    },
    signal,
  );

const csv = (rows: number, message: (index: number) => string): Iterable<string> =>
  prepend(
    'email,message\n',
    repeat(rows, (index) => `m${index}@example.org,"${message(index)}"\n`),
  );

export function* prepend(first: string, rest: Iterable<string>): Generator<string> {
  yield first;
  yield* rest;
}

export function* repeat(count: number, makeLine: (index: number) => string): Generator<string> {
  for (let index = 0; index < count; index++) yield makeLine(index);
}

async function untilStopped(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await sleep(2 ** 30, undefined, { signal }).catch(() => {});
}
