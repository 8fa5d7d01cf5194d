// leadline score: a lead's score and ledger, or one result for each line of leads.

import { type Lead, readLead, type Scored, score } from '@leadline/engine';
import { Command } from 'commander';
import { type Assess, aiOption, openAssess } from './assess.ts';
import { readJson, readLines } from './input.ts';
import { nowOption } from './now-option.ts';
import { EXIT_REFUSED, fail, printLine, writeLine } from './output.ts';
import { startProgress } from './progress.ts';
import { renderScore } from './render-score.ts';

interface Options {
  readonly json?: true;
  readonly ndjson?: true;
  readonly now: Date;
  readonly ai: boolean;
}

export function scoreCommand(): Command {
  return new Command('score')
    .argument('[file]', 'a JSON file with a lead, or - for standard input', '-')
    .option('--json', 'print the whole result as JSON')
    .option('--ndjson', 'read one lead a line and print one result a line, in order')
    .addOption(nowOption())
    .addOption(aiOption())
    .action(async (file: string, options: Options) => {
      if (options.ndjson) await scoreLines(file, options);
      else await scoreOne(file, options);
    });
}

async function scoreOne(file: string, { json, now, ai }: Options): Promise<void> {
  const read = readLead(await readJson(file));
  if (!read.ok) fail(`invalid lead: ${read.error}`);
  const scored = await scoreWith(await openAssess(ai), read.lead, now);
  printLine(json ? JSON.stringify(toWire(scored), null, 2) : renderScore(read.lead, scored));
}

/** As the service would: with what the model on this machine says of the message. */
const scoreWith = async (assess: Assess, lead: Lead, now: Date): Promise<Scored> =>
  score(lead, { now, assessment: await assess(lead, now) });

async function scoreLines(file: string, { now, ai }: Options): Promise<void> {
  const assess = await openAssess(ai);
  const progress = startProgress({ one: 'lead', many: 'leads' });
  let lines = 0;
  let refused = 0;
  for await (const line of readLines(file)) {
    const result = await scoreLine(line, assess, now);
    lines++;
    if (!result.success) refused++;
    await writeLine(result);
    progress.tick();
  }
  progress.done();
  if (refused === 0) return;
  process.stderr.write(
    `leadline: ${refused} of ${lines} lines were refused; each has its reason in its place\n`,
  );
  process.exitCode = EXIT_REFUSED;
}

interface RefusedLine {
  readonly success: false;
  readonly error: string;
}

/** A line that is no lead gets the error body of the interface in its place, so that lines still match. */
async function scoreLine(
  line: string,
  assess: Assess,
  now: Date,
): Promise<ReturnType<typeof toWire> | RefusedLine> {
  const input = parse(line);
  const read = input === undefined ? null : readLead(input);
  if (read?.ok) return toWire(await scoreWith(assess, read.lead, now));
  return { success: false, error: read === null ? 'not JSON' : read.error };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The scoring result of the interface, with what the engine knows beyond it. */
const toWire = ({ version, settings_version, data, ledger, score_without_ai, facts }: Scored) => ({
  success: true as const,
  version,
  settings_version,
  data,
  ledger,
  score_without_ai,
  concepts: facts.reading.findings.map(({ concept, strength, clause }) => ({
    concept,
    strength,
    evidence: facts.reading.clauses[clause]?.text ?? '',
  })),
  facts: {
    budget: facts.budget,
    email: facts.email,
    phone: facts.phone,
    company: facts.company,
    job_title: facts.jobTitle,
    call_window: facts.callWindow,
    answers: facts.answers,
  },
});
