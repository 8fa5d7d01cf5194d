// Measures how well scores agree with people's judgements of held-out leads (engine/cases/judged) if a language model
// answers every question like the people who labelled them. It is the most that a better reader can achieve.
//   npm run eval:llm            table
//   npm run eval:llm -- --json  JSON

import { parseArgs } from 'node:util';
import { type Assessment, type Clause, readLead, score, splitLead } from '@leadline/engine';
import { type AnsweredLead, readAnswered } from '../../engine/cases/judged/answers.ts';
import { type Figures, measure, type Rated, SETS } from '../../engine/cases/judged/figures.ts';
import { TIERS, type Tier } from '../../engine/cases/judged/judged.ts';
import { askForAnswers } from '../src/llm/answers.ts';
import { replyAsLabelled } from './labelled-reply.ts';
import { NOW } from './score-message.ts';

interface GradedFigures extends Figures {
  /** Share of call-now leads that are Hot. */
  readonly hot: number;
  /** Share of good leads that are Hot or Warm. */
  readonly warm: number;
  /** Share of leads to nurture that are Warm or Cool. */
  readonly nurtured: number;
}

interface Comparison {
  readonly name: string;
  readonly perfect: GradedFigures;
  readonly withoutAi: GradedFigures;
}

export function evaluatePerfectReader(): Comparison[] {
  const sets = Map.groupBy(
    readAnswered().filter(({ of }) => HELD_OUT.test(of)),
    ({ of }) => setOf(HELD_OUT.exec(of)?.[1] as string),
  );
  return [...sets].map(([name, leads]) => ({
    name,
    perfect: measureGraded(leads.map((lead) => rate(lead, true))),
    withoutAi: measureGraded(leads.map((lead) => rate(lead, false))),
  }));
}

const HELD_OUT = /^(?:short\/)?held-out\/([^#]+)/;

const setOf = (file: string): string =>
  Object.entries(SETS).find(([, files]) => files.includes(file))?.[0] ?? file;

/** The assessment of a model that replies with the labelled answers. Goes through the same checks as any reply. */
export function assessAsLabelled(
  labelled: AnsweredLead['answers'],
  clauses: readonly Clause[],
): Assessment | null {
  return clauses.length === 0
    ? null
    : askForAnswers(clauses, String, 'labelled').read(replyAsLabelled(labelled, clauses));
}

function rate({ lead: fields, tier, kind, answers }: AnsweredLead, isAssessed: boolean): Rated {
  const read = readLead(fields);
  const base = { tier: TIERS.indexOf(tier), kind };
  if (!read.ok) return { ...base, score: null, grade: null };
  const assessment = isAssessed ? assessAsLabelled(answers, splitLead(read.lead)) : null;
  const { data } = score(read.lead, { now: NOW, assessment });
  return { ...base, score: data.score, grade: data.grade };
}

function measureGraded(rated: readonly Rated[]): GradedFigures {
  const share = (tier: Tier, ...grades: readonly string[]): number => {
    const all = rated.filter((lead) => lead.tier === TIERS.indexOf(tier));
    return (
      all.filter(({ grade }) => grade !== null && grades.includes(grade)).length / Math.max(1, all.length)
    );
  };
  return {
    ...measure(rated),
    hot: share('call-now', 'Hot'),
    warm: share('good', 'Hot', 'Warm'),
    nurtured: share('nurture', 'Warm', 'Cool'),
  };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
  const compared = evaluatePerfectReader();
  if (values.json) process.stdout.write(`${JSON.stringify(compared, null, 2)}\n`);
  else {
    const columns: Readonly<Record<string, (figures: GradedFigures) => number>> = {
      'pairs in order': ({ ordered }) => ordered,
      'call-now > good': ({ callFirst }) => callFirst,
      'call-now Hot': ({ hot }) => hot,
      'good Warm+': ({ warm }) => warm,
      'nurture Cool/Warm': ({ nurtured }) => nurtured,
      'junk caught': ({ junkCaught }) => junkCaught,
    };
    const percent = (value: number): string => (value * 100).toFixed(1);
    const row = (name: string, cells: readonly string[]): void =>
      void process.stdout.write(`${name.padEnd(22)}${cells.map((cell) => cell.padStart(19)).join('')}\n`);
    row('perfect / no AI, %', ['leads', ...Object.keys(columns)]);
    for (const { name, perfect, withoutAi } of compared)
      row(name, [
        String(perfect.leads),
        ...Object.values(columns).map((read) => `${percent(read(perfect))} / ${percent(read(withoutAi))}`),
      ]);
  }
}
