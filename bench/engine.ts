// What scoring a lead costs, compared with what libphonenumber-js alone needs to parse its phone number. The two alternate
// within one run, so that a noisy machine affects both alike.
//   npm run bench:engine            prints a table
//   npm run bench:engine -- --json  as JSON

import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Lead, readLead, score } from '@leadline/engine';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { type GoldenLead, parseLines } from '../packages/engine/cases/golden/golden.ts';
import { readJudged } from '../packages/engine/cases/judged/judged.ts';

const ROUNDS = 15;
const CALLS_PER_ROUND = 4_000;
/** Microseconds per lead when all leads are different. */
const GOAL = 60;

const golden = parseLines<GoldenLead>(
  readFileSync(new URL('../packages/engine/cases/golden/leads.ndjson', import.meta.url), 'utf8'),
);
const leads = golden.flatMap(({ input }) => {
  const read = readLead(input);
  return read.ok ? [read.lead] : [];
});
/** The first golden case: the lead from the API documentation, with every field filled in. */
const full = leads[0] as Lead;
/** Thousands of realistic leads, so that each has left the caches before it comes again. */
const JUDGED = new URL('../packages/engine/cases/judged/tune/', import.meta.url);
const different = readdirSync(JUDGED)
  .sort()
  .flatMap((file) => readJudged(readFileSync(new URL(file, JUDGED), 'utf8')))
  .flatMap(({ lead }) => {
    const read = readLead(lead);
    return read.ok && read.lead.phone !== '' ? [read.lead] : [];
  });
const now = new Date();

const rows = [
  measure('one full lead', [full]),
  measure(`${different.length} leads, all different`, different),
];

const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
if (values.json) console.log(JSON.stringify({ node: process.version, goal: GOAL, rows }, null, 2));
else print();

interface Row {
  readonly name: string;
  readonly phoneMicros: number;
  readonly scoreMicros: number;
  readonly ratio: number;
  readonly leadsPerSecond: number;
}

/** Uses medians, so that rounds in which the machine was busy with something else do not count. */
function measure(name: string, set: readonly Lead[]): Row {
  const parse = (lead: Lead): unknown => parsePhoneNumberFromString(lead.phone);
  const scoreLead = (lead: Lead): unknown => score(lead, { now });
  time(set, parse, CALLS_PER_ROUND * 5);
  time(set, scoreLead, CALLS_PER_ROUND * 5);
  const rounds = Array.from({ length: ROUNDS }, () => ({
    phone: time(set, parse, CALLS_PER_ROUND),
    score: time(set, scoreLead, CALLS_PER_ROUND),
  }));
  const phoneMicros = median(rounds.map(({ phone }) => phone));
  const scoreMicros = median(rounds.map((round) => round.score));
  return {
    name,
    phoneMicros,
    scoreMicros,
    ratio: median(rounds.map((round) => round.score / round.phone)),
    leadsPerSecond: Math.round(1e6 / scoreMicros),
  };
}

/** Microseconds per call. */
function time(set: readonly Lead[], call: (lead: Lead) => unknown, calls: number): number {
  const started = performance.now();
  for (let i = 0; i < calls; i++) call(set[i % set.length] as Lead);
  return ((performance.now() - started) * 1000) / calls;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

function print(): void {
  console.log(
    `Scoring compared with libphonenumber-js alone (parse only), one core, Node ${process.version}. Goal for all-different leads: at most ${GOAL} µs.\n`,
  );
  console.log(
    `${''.padEnd(34)}${'phone µs'.padStart(10)}${'score µs'.padStart(10)}${'ratio'.padStart(8)}${'leads/s'.padStart(10)}`,
  );
  for (const { name, phoneMicros, scoreMicros, ratio, leadsPerSecond } of rows) {
    console.log(
      name.padEnd(34) +
        phoneMicros.toFixed(1).padStart(10) +
        scoreMicros.toFixed(1).padStart(10) +
        `${ratio.toFixed(1)} ×`.padStart(8) +
        leadsPerSecond.toLocaleString('en-US').padStart(10),
    );
  }
}
