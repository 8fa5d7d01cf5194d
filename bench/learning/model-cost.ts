// What scoring with a model costs, compared with scoring without, and what training costs at the largest size we promise.
//   node bench/learning/model-cost.ts                 scoring
//   node bench/learning/model-cost.ts --training      training on 50,000 leads with 40 questions, too

import { type Lead, type LearnedModel, readLead, score } from '@leadline/engine';
import { LeadTable, openModel, seedRandom, trainModel } from '@leadline/learning';
import { simulateAccount } from '@leadline/testkit/learning/simulate-account';
import { readOptions } from '@leadline/testkit/read-options';

const WARM_UP_TURNS = 100;
const TURNS = 1_000;
const LEADS_PER_TURN = 50;
const GOAL_RATIO = 1.2;
const GOAL_SECONDS = 60;
const GOAL_MEGABYTES = 400;

const { training } = readOptions({ training: false });
measureScoring();
if (training) measureTraining();

function measureScoring(): void {
  const { leads } = simulateAccount('signal', 2_000, 1);
  const table = new LeadTable();
  for (const decided of leads) table.add(decided);
  const model = openModel(trainModel(table));
  const given = leads.map(({ lead }) => lead);
  // In short turns, so that whatever else the machine does slows down both alike.
  const without: number[] = [];
  const withModel: number[] = [];
  for (let turn = 0; turn < WARM_UP_TURNS + TURNS; turn++) {
    const start = (turn * LEADS_PER_TURN) % given.length;
    const turnLeads = given.slice(start, start + LEADS_PER_TURN);
    // In turns, because the second finds the leads in the processor's cache.
    const isFirst = turn % 2 === 0;
    const first = time(turnLeads, isFirst ? null : model);
    const second = time(turnLeads, isFirst ? model : null);
    if (turn < WARM_UP_TURNS) continue;
    without.push(isFirst ? first : second);
    withModel.push(isFirst ? second : first);
  }
  const median = (numbers: readonly number[]): number =>
    numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] as number;
  const mean = (numbers: readonly number[]): number =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  console.log(
    `Scoring: ${median(without).toFixed(1)} µs without a model, ${(median(withModel) / median(without)).toFixed(2)} × that with one (medians; ${(mean(withModel) / mean(without)).toFixed(2)} × by means; goal at most ${GOAL_RATIO} ×).`,
  );
}

/** Microseconds of CPU time per lead. */
function time(leads: readonly Lead[], model: LearnedModel | null): number {
  const now = new Date(Date.UTC(2026, 0, 1));
  const started = process.cpuUsage();
  for (const lead of leads) score(lead, { now, model });
  const { user, system } = process.cpuUsage(started);
  return (user + system) / leads.length;
}

function measureTraining(): void {
  const outcomes = 50_000;
  const questions = 40;
  const random = seedRandom(1);
  const effects = Array.from({ length: questions }, () => Array.from({ length: 12 }, () => random() - 0.5));
  const table = new LeadTable();
  let started = process.cpuUsage().user;
  for (let row = 0; row < outcomes; row++) {
    const fields: Record<string, string> = {};
    let logit = -1.5;
    for (let question = 0; question < questions; question++) {
      const answer = Math.floor(12 * random());
      logit += 0.5 * ((effects[question] as number[])[answer] as number);
      // Every other question is a number.
      fields[`Question ${question}`] =
        question % 2 === 0 ? `Option ${answer}` : String(answer * 100 + Math.floor(100 * random()));
    }
    const read = readLead({ email: 'ana@hartwell-foods.com', custom_fields: fields });
    if (!read.ok) throw new Error(read.error);
    table.add({
      lead: read.lead,
      outcome: random() < 1 / (1 + Math.exp(-logit)) ? 'won' : 'lost',
      receivedAt: new Date(Date.UTC(2026, 0, 1) + row * 60_000),
    });
  }
  const reading = (process.cpuUsage().user - started) / 1e6;
  started = process.cpuUsage().user;
  const model = trainModel(table, { recency: null });
  const training = (process.cpuUsage().user - started) / 1e6;
  console.log(
    `Training on ${outcomes} leads with ${questions} questions: ${training.toFixed(1)} s of CPU time (goal ${GOAL_SECONDS} s) after ${reading.toFixed(1)} s to read the leads, ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB at most (goal ${GOAL_MEGABYTES} MB), ${model.fields.length} fields, ${model.pairs.length} pairs.`,
  );
}
