// Prints the ledgers of a sample of held-out leads for people to judge (PROMPT.md).
//   node packages/assessor/evaluation/reasons/sample.ts > ledgers.txt

import { readFileSync } from 'node:fs';
import { type Lead, readLead, score, splitLead } from '@leadline/engine';
import { readJudged } from '../../../engine/cases/judged/judged.ts';
import { makeReader } from '../../src/reader.ts';

const HELD_OUT = new URL('../../../engine/cases/judged/held-out/', import.meta.url);
const WRITTEN = new Date('2026-11-15T09:00:00Z');

/** How many leads to take from each set, evenly spread. */
const SAMPLE_SIZES: Readonly<Record<string, number>> = { mixed: 40, ordinary: 35, hard: 40, forms: 35 };

export interface SampledLead {
  readonly number: number;
  readonly lead: Lead;
  readonly score: number;
  readonly grade: string;
  readonly action: string;
  readonly entries: readonly { readonly text: string; readonly points: number; readonly code: string }[];
}

export async function sampleLedgers(): Promise<SampledLead[]> {
  const read = await makeReader();
  const sampled: SampledLead[] = [];
  for (const [set, size] of Object.entries(SAMPLE_SIZES)) {
    const judged = readJudged(readFileSync(new URL(`${set}.ndjson`, HELD_OUT), 'utf8'));
    for (let index = 0; index < size; index++) {
      const entry = judged[Math.floor((index * judged.length) / size)];
      const parsed = entry && readLead(entry.lead);
      if (!parsed?.ok) continue;
      const { lead } = parsed;
      const assessment = await read(splitLead(lead), WRITTEN);
      const { data, ledger } = score(lead, { now: WRITTEN, assessment });
      sampled.push({
        number: sampled.length + 1,
        lead,
        score: data.score,
        grade: data.grade,
        action: data.priority_action,
        entries: ledger.map(({ text, points, code }) => ({ text, points, code })),
      });
    }
  }
  return sampled;
}

if (import.meta.main) {
  for (const { number, lead, score: total, grade, action, entries } of await sampleLedgers()) {
    const fields = Object.entries(lead.custom_fields).map(
      ([question, answer]) => `    [${question}] ${answer}`,
    );
    const lines = [
      `#${number}  ${[lead.name, lead.email, lead.phone, lead.source && `source: ${lead.source}`, lead.budget && `budget: ${lead.budget}`].filter(Boolean).join(' · ')}`,
      ...(lead.message === '' ? [] : [`    ${lead.message.replace(/\s+/g, ' ')}`]),
      ...fields,
      `  → ${total} ${grade} · ${action}`,
      ...entries.map(({ text }, index) => `     ${index + 1}. ${text}`),
      '',
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
}
