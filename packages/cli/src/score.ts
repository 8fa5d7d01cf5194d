// `leadline score`: prints the score and ledger of one lead, or one line per lead for many.

import {
  type Answer,
  DEFAULT_SETTINGS,
  type Lead,
  readLead,
  type Scored,
  score,
  statedClosing,
} from '@leadline/engine';
import { Command } from 'commander';
import { aiOption, openAssess } from './assess.ts';
import { readJson, readLines } from './input.ts';
import { modelOption, openModelFile } from './model-option.ts';
import { nowOption } from './now-option.ts';
import { EXIT_REJECTED, fail, printLine, writeLine } from './output.ts';
import { startProgress } from './progress.ts';
import { renderScore } from './render-score.ts';

interface Options {
  readonly json?: true;
  readonly ndjson?: true;
  readonly now: Date;
  readonly ai: boolean;
  readonly model?: string;
}

export function scoreCommand(): Command {
  return new Command('score')
    .argument('[file]', 'JSON file with one lead, or - for standard input', '-')
    .option('--json', 'print JSON')
    .option('--ndjson', 'read one lead per line and print one result per line, in order')
    .addOption(modelOption())
    .addOption(nowOption())
    .addOption(aiOption())
    .action(async (file: string, options: Options) => {
      if (options.ndjson) await scoreLines(file, options);
      else await scoreOne(file, options);
    });
}

async function scoreOne(file: string, options: Options): Promise<void> {
  const { json } = options;
  const read = readLead(await readJson(file));
  if (!read.ok) fail(`invalid lead: ${read.error}`);
  const scored = await (await openScore(options))(read.lead);
  printLine(json ? JSON.stringify(toWire(scored), null, 2) : renderScore(read.lead, scored));
}

type ScoreLead = (lead: Lead) => Promise<Scored>;

/** Scores a lead the way the service does, including AI. */
async function openScore({ now, ai, model: file }: Options): Promise<ScoreLead> {
  const model = await openModelFile(file);
  const assess = await openAssess(ai);
  return async (lead) => score(lead, { now, assessment: await assess(lead, now), model });
}

async function scoreLines(file: string, options: Options): Promise<void> {
  const scoreLead = await openScore(options);
  const progress = startProgress({ one: 'lead', many: 'leads' });
  let lines = 0;
  let rejected = 0;
  for await (const line of readLines(file)) {
    const result = await scoreLine(line, scoreLead);
    lines++;
    if (!result.success) rejected++;
    await writeLine(result);
    progress.tick();
  }
  progress.done();
  if (rejected === 0) return;
  process.stderr.write(
    `leadline: ${rejected} of ${lines} lines were rejected; the reason is in the output line of each\n`,
  );
  process.exitCode = EXIT_REJECTED;
}

interface RejectedLine {
  readonly success: false;
  readonly error: string;
}

/** Returns an error for a line that isn't a lead, so that input and output lines still match up. */
async function scoreLine(
  line: string,
  scoreLead: ScoreLead,
): Promise<ReturnType<typeof toWire> | RejectedLine> {
  const input = parse(line);
  const read = input === undefined ? null : readLead(input);
  if (read?.ok) return toWire(await scoreLead(read.lead));
  return { success: false, error: read === null ? 'not valid JSON' : read.error };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The result as returned by the API, plus details that only the engine knows. */
const toWire = ({
  version,
  settings_version,
  model_version,
  data,
  closing,
  ledger,
  score_without_ai,
  answers,
  facts,
}: Scored) => ({
  success: true as const,
  version,
  settings_version,
  ...(model_version === undefined ? null : { model_version }),
  data,
  closing: closing ?? statedClosing(data.score, data.grade, DEFAULT_SETTINGS),
  ledger,
  score_without_ai,
  answers: Object.fromEntries(
    Object.entries(answers).map(([question, answer]) => [
      question,
      answer === null ? null : showAnswer(answer, facts),
    ]),
  ),
  facts: {
    budget: facts.budget,
    email: facts.email,
    phone: facts.phone,
    company: facts.company,
    job_title: facts.jobTitle,
    call_window: facts.callWindow,
    form_answers: facts.reading.facts,
  },
});

const showAnswer = (
  { value, probability, clause }: Answer<unknown>,
  { reading }: Scored['facts'],
): { value: unknown; probability: number; evidence: string } => ({
  value,
  probability,
  evidence: reading.clauses[clause]?.text ?? '',
});
