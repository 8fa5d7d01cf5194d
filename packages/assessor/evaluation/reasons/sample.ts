// Prints the ledgers of a sample of held-out leads for people to judge (PROMPT.md).
//   node packages/assessor/evaluation/reasons/sample.ts > ledgers.txt
//   node packages/assessor/evaluation/reasons/sample.ts 2 > ledgers.txt    twice as many

import { readFileSync } from 'node:fs';
import { type Lead, readLead, score, splitLead } from '@leadline/engine';
import { readJudged } from '../../../engine/cases/judged/judged.ts';
import { makeReader } from '../../src/reader.ts';
import { NOW } from '../score-message.ts';

const JUDGED = new URL('../../../engine/cases/judged/', import.meta.url);

/** How many leads to take from each set, evenly spread. Half of them are sets of one to twenty words. */
const SAMPLE_SIZES: Readonly<Record<string, number>> = {
  'held-out/mixed': 8,
  'held-out/ordinary': 6,
  'held-out/hard': 8,
  'held-out/forms': 8,
  'short/held-out/inbox-english': 8,
  'short/held-out/short-english': 6,
  'short/held-out/short-languages': 10,
  'short/held-out/short-world': 6,
};

/** Where earlier rounds took their leads in each set: the size of their sample and its offset. A reader shouldn't judge what was
 * looked at before. */
const EARLIER_ROUNDS: Readonly<Record<string, readonly (readonly [size: number, offset: number])[]>> = {
  'held-out/mixed': [
    [40, 0],
    [20, 0],
    [20, 0.5],
  ],
  'held-out/ordinary': [
    [35, 0],
    [15, 0],
    [15, 0.5],
  ],
  'held-out/hard': [
    [40, 0],
    [20, 0],
    [20, 0.5],
  ],
  'held-out/forms': [
    [35, 0],
    [20, 0],
    [20, 0.5],
  ],
  'short/held-out/inbox-english': [
    [25, 0],
    [25, 0.5],
  ],
  'short/held-out/short-languages': [
    [25, 0],
    [25, 0.5],
  ],
  'short/held-out/short-world': [
    [25, 0],
    [25, 0.5],
  ],
};

const spread = (count: number, size: number, offset: number): number[] =>
  Array.from({ length: size }, (_, index) => Math.floor(((index + offset) * count) / size));

/** The places of the leads to judge, which earlier rounds left out. */
function choosePlaces(set: string, count: number, size: number): number[] {
  const used = new Set(
    (EARLIER_ROUNDS[set] ?? []).flatMap(([earlier, offset]) => spread(count, earlier, offset)),
  );
  const fresh = Array.from({ length: count }, (_, place) => place).filter((place) => !used.has(place));
  return spread(fresh.length, size, 0.5).map((index) => fresh[index] as number);
}

export interface SampledLead {
  readonly number: number;
  readonly lead: Lead;
  readonly score: number;
  readonly grade: string;
  readonly action: string;
  readonly entries: readonly { readonly text: string; readonly points: number; readonly code: string }[];
}

export async function sampleLedgers(times = 1): Promise<SampledLead[]> {
  const read = await makeReader();
  const sampled: SampledLead[] = [];
  for (const [set, size] of Object.entries(SAMPLE_SIZES)) {
    const judged = readJudged(readFileSync(new URL(`${set}.ndjson`, JUDGED), 'utf8'));
    for (const place of choosePlaces(set, judged.length, times * size)) {
      const entry = judged[place];
      const parsed = entry && readLead(entry.lead);
      if (!parsed?.ok) continue;
      const { lead } = parsed;
      const assessment = await read(splitLead(lead), NOW);
      const { data, ledger } = score(lead, { now: NOW, assessment });
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
  for (const { number, lead, score: total, grade, action, entries } of await sampleLedgers(
    Number(process.argv[2] ?? 1),
  )) {
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
