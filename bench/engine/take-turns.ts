// One engine in a process of its own, so that engines don't share a heap: takes a turn whenever it is asked to, first with
// libphonenumber-js alone and then with the engine.

import { readdirSync, readFileSync } from 'node:fs';
import type * as Engine from '@leadline/engine';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { type GoldenLead, parseLines } from '../../packages/engine/cases/golden/golden.ts';
import { readJudged } from '../../packages/engine/cases/judged/judged.ts';

export interface Turn {
  readonly version: string;
  readonly leads: number;
  /** Microseconds of CPU time per call. */
  readonly phoneUs: number;
  readonly scoreUs: number;
}

const CALLS_PER_TURN = 1_000;
const WARM_UP_CALLS = 20_000;

const [root = '', set = ''] = process.argv.slice(2);
const {
  readLead,
  score,
  ENGINE_VERSION: version,
} = {
  ...((await import(`${root}/packages/engine/src/index.ts`)) as typeof Engine),
  ...((await import(`${root}/packages/engine/src/version.ts`)) as { readonly ENGINE_VERSION: string }),
};
const leads = (set === 'one' ? readGolden().slice(0, 1) : readDifferent()).flatMap((input) => {
  const read = readLead(input as Parameters<typeof readLead>[0]);
  return read.ok && read.lead.phone !== '' ? [read.lead] : [];
});
const now = new Date();
let next = 0;

measure(WARM_UP_CALLS);
process.on('message', () => process.send?.(measure(CALLS_PER_TURN)));
process.send?.('ready');

function measure(calls: number): Turn {
  const from = next;
  next += calls;
  return {
    version,
    leads: leads.length,
    phoneUs: time(from, calls, ({ phone }) => parsePhoneNumberFromString(phone)),
    scoreUs: time(from, calls, (lead) => score(lead, { now })),
  };
}

function time(from: number, calls: number, call: (lead: Engine.Lead) => unknown): number {
  const before = process.cpuUsage();
  for (let n = from; n < from + calls; n++) call(leads[n % leads.length] as Engine.Lead);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

/** Thousands of realistic leads, so that each has left the caches before it comes again. */
function readDifferent(): unknown[] {
  const folder = new URL('../../packages/engine/cases/judged/tune/', import.meta.url);
  return readdirSync(folder)
    .sort()
    .flatMap((file) => readJudged(readFileSync(new URL(file, folder), 'utf8')).map(({ lead }) => lead));
}

/** The first one is the lead from the API documentation, with every field filled in. */
function readGolden(): unknown[] {
  const file = new URL('../../packages/engine/cases/golden/leads.ndjson', import.meta.url);
  return parseLines<GoldenLead>(readFileSync(file, 'utf8')).map(({ input }) => input);
}
