// Writes ledgers of leads that nobody tuned on, for people to judge (PROMPT.md).
//   node packages/assessor/evaluation/reasons/sample.ts > ledgers.txt

import { readFileSync } from 'node:fs';
import { type Lead, readLead, score, splitLead } from '@leadline/engine';
import { readJudged } from '../../../engine/cases/judged/judged.ts';
import { makeReader } from '../../src/reader.ts';

const HELD_OUT = new URL('../../../engine/cases/judged/held-out/', import.meta.url);
const WRITTEN = new Date('2026-11-15T09:00:00Z');

/** How many of each set, spread evenly over it. */
const SHARES: Readonly<Record<string, number>> = { mixed: 40, ordinary: 35, hard: 40, forms: 35 };

export interface Sampled {
  readonly number: number;
  readonly lead: Lead;
  readonly score: number;
  readonly grade: string;
  readonly action: string;
  readonly entries: readonly { readonly text: string; readonly points: number; readonly code: string }[];
}

export async function sampleLedgers(): Promise<Sampled[]> {
  const read = await makeReader();
  const sampled: Sampled[] = [];
  for (const [set, share] of Object.entries(SHARES)) {
    const judged = readJudged(readFileSync(new URL(`${set}.ndjson`, HELD_OUT), 'utf8'));
    for (let index = 0; index < share; index++) {
      const one = judged[Math.floor((index * judged.length) / share)];
      const opened = one && readLead(one.lead);
      if (!opened?.ok) continue;
      const { lead } = opened;
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
