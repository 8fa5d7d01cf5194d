// Writes the answered leads as tokens, for fine_tune.py: one JSON object per line.
//   node packages/assessor/training/export-leads.ts FILE

import { writeFileSync } from 'node:fs';
import { ASKS, type Clause, openClause, QUESTIONS, splitLead, weighSignals } from '@leadline/engine';
import { findClause, readExamples, WRITTEN } from '../../engine/training/examples.ts';
import { loadHeads } from '../src/heads-file.ts';
import { joinTokens, MAX_CLAUSES, makeEncodeClause } from '../src/prepare-lead.ts';
import { isJudge } from './judges.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Usage: node packages/assessor/training/export-leads.ts FILE');

const encode = makeEncodeClause(loadHeads().commonWords);
const lines = readExamples().flatMap(({ of, file: writer, lead, answers, weight }) => {
  const all = splitLead(lead)
    .slice(0, MAX_CLAUSES)
    .map((clause) => openClause(clause, WRITTEN));
  const clauses = weighSignals(all, WRITTEN).weighed.map((index) => all[index] as Clause);
  if (clauses.length === 0) return [];
  const { tokens, spans } = joinTokens(clauses.map(encode));
  const words = [answers.ask[1], ...QUESTIONS.map((question) => answers[question]?.[1])];
  return [
    JSON.stringify({
      of,
      unseen: writer.includes('held-out') || isJudge(writer),
      weight,
      tokens: [...tokens].map(Number),
      spans: spans.map(({ from, to }) => [from, to]),
      ask: ASKS.indexOf(answers.ask[0]),
      values: QUESTIONS.map((question) => answers[question]?.[0] ?? 0),
      // By question: the clause with the evidence, or a negative number.
      evidence: words.map((own) => (own === undefined ? -1 : findClause(clauses, own))),
    }),
  ];
});
writeFileSync(file, `${lines.join('\n')}\n`);
console.log(`${lines.length} leads`);
