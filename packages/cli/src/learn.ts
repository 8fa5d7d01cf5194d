// `leadline learn`: trains a model on leads with outcomes, for benchmarks and for trying it on an export.

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Lead, readLead } from '@leadline/engine';
import { LeadTable, learn, type Model, NotConverged, trainModel } from '@leadline/learning';
import { Command } from 'commander';
import { readLines, userFolder } from './input.ts';
import { nowOption } from './now-option.ts';
import { EXIT_REJECTED, fail, printable, printLine } from './output.ts';
import { startProgress } from './progress.ts';

interface Options {
  readonly leads: string;
  readonly output?: string;
  readonly json?: true;
  readonly now: Date;
  readonly recency: boolean;
  readonly verdict: boolean;
}

export function learnCommand(): Command {
  return new Command('learn')
    .requiredOption(
      '--leads <file>',
      'NDJSON file with one {"lead", "outcome", "received_at"} per line, or - for standard input',
    )
    .option('--output <file>', 'write the model to this file and a summary to standard output')
    .option('--json', 'print JSON (the summary, or the model without --output)')
    .option('--no-recency', 'let old outcomes count as much as new ones')
    .option('--no-verdict', 'skip the check against the latest outcomes')
    .addOption(nowOption())
    .addHelpText(
      'after',
      `
The outcome is "won" or "lost"; leads with "open" only help to find answers that are filled in later. Without received_at,
the lines count as ordered by time.

Example:
  leadline learn --leads decided.ndjson --output model.json
  leadline score --model model.json --ndjson new.ndjson`,
    )
    .action(run);
}

async function run(options: Options): Promise<void> {
  const table = await readTable(options);
  if (table.size === 0) fail('no line has a lead that was won or lost');
  const model = train(table, options);
  if (options.output === undefined) {
    printLine(JSON.stringify(model));
    process.stderr.write(`${describe(model, table)}\n`);
    return;
  }
  writeModel(options.output, model);
  printLine(options.json ? JSON.stringify(summarize(model, table), null, 2) : describe(model, table));
}

function train(table: LeadTable, { verdict: isJudged, recency }: Options): Model {
  const options = recency ? {} : { recency: null };
  try {
    if (!isJudged) return trainModel(table, options);
    const { model, verdict } = learn(table, options);
    return model ?? fail(verdict.text);
  } catch (error) {
    if (error instanceof NotConverged) fail('the training did not arrive at a usable model');
    throw error;
  }
}

function writeModel(file: string, model: Model): void {
  try {
    writeFileSync(resolve(userFolder, file), `${JSON.stringify(model)}\n`);
  } catch (error) {
    fail(`cannot write ${file}: ${(error as Error).message}`);
  }
}

const MAX_SHOWN = 5;

async function readTable({ leads, now }: Options): Promise<LeadTable> {
  const table = new LeadTable();
  const progress = startProgress({ one: 'lead', many: 'leads' });
  const problems: string[] = [];
  let rejected = 0;
  let number = 0;
  for await (const line of readLines(leads)) {
    number++;
    const problem = addLine(table, line, now);
    progress.tick();
    if (problem === null) continue;
    rejected++;
    if (problems.length < MAX_SHOWN) problems.push(`line ${number}: ${problem}`);
  }
  progress.done();
  if (rejected === 0) return table;
  const more = rejected > MAX_SHOWN ? `\n  … and ${rejected - MAX_SHOWN} more` : '';
  process.stderr.write(
    `leadline: ${rejected} of ${number} lines were not used\n  ${problems.map(printable).join('\n  ')}${more}\n`,
  );
  process.exitCode = EXIT_REJECTED;
  return table;
}

/** Returns what is wrong with the line. */
function addLine(table: LeadTable, line: string, now: Date): string | null {
  const parsed = parseLine(line);
  if (typeof parsed === 'string') return parsed;
  const { lead, outcome, received_at: receivedAt } = parsed;
  if (lead === undefined) return '"lead" is missing; use {"lead": {…}, "outcome": "won"}';
  const read = readLead(lead);
  if (!read.ok) return read.error;
  const time = readTime(receivedAt, now);
  if (time === null) return 'received_at must be a date such as "2026-11-15T09:00:00Z"';
  return addOutcome(table, read.lead, outcome, time);
}

function addOutcome(table: LeadTable, lead: Lead, outcome: unknown, receivedAt: Date): string | null {
  switch (outcome) {
    case 'won':
    case 'lost':
      table.add({ lead, outcome, receivedAt });
      return null;
    case 'open':
    case null:
      table.addOpen(lead);
      return null;
    default:
      return 'outcome must be "won", "lost" or "open"';
  }
}

function parseLine(line: string): Record<string, unknown> | string {
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : 'must be an object with "lead" and "outcome"';
  } catch {
    return 'not valid JSON';
  }
}

function readTime(value: unknown, now: Date): Date | null {
  if (value === undefined || value === null) return now;
  const time = typeof value === 'string' ? new Date(value) : new Date(Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time;
}

const summarize = (
  { version, outcomes, won, fields, pairs, left_out, verdict }: Model,
  table: LeadTable,
) => ({
  success: true as const,
  version,
  outcomes,
  won,
  skipped: table.skipped,
  fields: fields.length,
  pairs: pairs.length,
  left_out,
  verdict,
});

function describe(model: Model, { skipped }: LeadTable): string {
  const { version, outcomes, won, fields, pairs, left_out: leftOut, verdict } = model;
  const lines = [
    `${version}: ${outcomes} outcomes (${won} won), ${fields.length} fields, ${pairs.length} pairs`,
    ...(skipped === 0 ? [] : [`Not learned from: ${skipped} leads that are not a sale`]),
    ...leftOut.map(({ question, detail }) => `Left out: “${question}”. ${detail}.`),
    ...(verdict === null ? [] : [`Verdict: ${verdict.decision}. ${verdict.text}`]),
  ];
  return lines.map(printable).join('\n');
}
