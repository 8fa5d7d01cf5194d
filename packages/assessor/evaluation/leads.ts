// Measures how well scores with and without AI agree with people's judgements, on held-out leads (engine/cases/judged)
// that neither the engine's detectors nor the model were trained on.
//   npm run eval:ai            table
//   npm run eval:ai -- --json  JSON

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readLead, score, splitLead } from '@leadline/engine';
import { type Figures, measure, type Rated, SETS } from '../../engine/cases/judged/figures.ts';
import { readJudged, TIERS } from '../../engine/cases/judged/judged.ts';
import { makeReader } from '../src/reader.ts';
import { NOW } from './score-message.ts';

const HELD_OUT = new URL('../../engine/cases/judged/held-out/', import.meta.url);

interface Comparison {
  readonly name: string;
  readonly withAi: Figures;
  readonly withoutAi: Figures;
}

export async function evaluateWithAi(): Promise<Comparison[]> {
  const read = await makeReader();
  const compared: Comparison[] = [];
  for (const [name, files] of Object.entries(SETS)) {
    const rated: Record<'withAi' | 'withoutAi', Rated[]> = { withAi: [], withoutAi: [] };
    for (const file of files) {
      for (const judged of readJudged(readFileSync(new URL(`${file}.ndjson`, HELD_OUT), 'utf8'))) {
        const lead = readLead(judged.lead);
        const base = { tier: TIERS.indexOf(judged.tier), kind: judged.kind };
        const rate = (data: { score: number; grade: string } | null): Rated => ({
          ...base,
          score: data?.score ?? null,
          grade: data?.grade ?? null,
        });
        const assessment = lead.ok ? await read(splitLead(lead.lead), NOW) : null;
        rated.withAi.push(rate(lead.ok ? score(lead.lead, { now: NOW, assessment }).data : null));
        rated.withoutAi.push(rate(lead.ok ? score(lead.lead, { now: NOW }).data : null));
      }
    }
    compared.push({ name, withAi: measure(rated.withAi), withoutAi: measure(rated.withoutAi) });
  }
  return compared;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
  const compared = await evaluateWithAi();
  if (values.json) process.stdout.write(`${JSON.stringify(compared, null, 2)}\n`);
  else {
    const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
    const titles = ['leads', 'pairs in order', 'call-now > good', 'call-now lost', '97+', 'junk caught'];
    process.stdout.write(
      `${'with AI / without'.padEnd(18)}${titles.map((title) => title.padStart(18)).join('')}\n`,
    );
    for (const { name, withAi, withoutAi } of compared) {
      const both = (read: (figures: Figures) => string): string => `${read(withAi)} / ${read(withoutAi)}`;
      const cells = [
        String(withAi.leads),
        both(({ ordered }) => percent(ordered)),
        both(({ callFirst }) => percent(callFirst)),
        `${both(({ lost }) => String(lost))} of ${withAi.callNow}`,
        both(({ topShare }) => percent(topShare)),
        both(({ junkCaught }) => percent(junkCaught)),
      ];
      process.stdout.write(`${name.padEnd(18)}${cells.map((cell) => cell.padStart(18)).join('')}\n`);
    }
  }
}
