// How far scores agree with people who judged whole leads (engine/cases/judged), with the AI and without, on the leads
// held out: neither the engine's weights nor the heads have seen them.
//   npm run eval:ai            figures
//   npm run eval:ai -- --json  the same for machines

import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Lead, readInquiry, readLead, type Scored, score } from '@leadline/engine';
import { JUNK_KINDS, judge, readJudged, TIERS } from '../../engine/cases/judged/judged.ts';
import { makeReader } from '../src/reader.ts';

const HELD_OUT = new URL('../../engine/cases/judged/held-out/', import.meta.url);
/** When the leads were written: "next month" is read from it. */
const WRITTEN = new Date('2026-11-15T09:00:00Z');

interface Figures {
  readonly leads: number;
  readonly pairs: number;
  readonly orderedShare: number;
  readonly orderedShareWithoutAi: number;
  readonly junkCaughtShare: number;
  readonly junkCaughtShareWithoutAi: number;
  readonly callNowMissed: number;
}

async function evaluate(): Promise<Figures> {
  const read = await makeReader();
  const rated: { tier: number; isJunk: boolean; withAi: Scored; withoutAi: Scored }[] = [];
  for (const file of readdirSync(HELD_OUT).filter((name) => name.endsWith('.ndjson'))) {
    for (const { lead: input, tier, kind } of readJudged(readFileSync(new URL(file, HELD_OUT), 'utf8'))) {
      const { lead } = readLead(input) as { lead: Lead };
      const text = readInquiry(lead, WRITTEN);
      const assessment = text.trim() === '' ? null : await read(text);
      const withAi = score(lead, { now: WRITTEN, assessment });
      const withoutAi = score(lead, { now: WRITTEN });
      rated.push({ tier: TIERS.indexOf(tier), isJunk: JUNK_KINDS.has(kind), withAi, withoutAi });
    }
  }
  const isLow = ({ data: { grade } }: Scored): boolean => grade === 'Spam' || grade === 'Cold';
  const junk = rated.filter(({ isJunk }) => isJunk);
  const order = (which: 'withAi' | 'withoutAi') =>
    judge(rated.map(({ tier, [which]: { data } }) => ({ tier, value: data.score })));
  return {
    leads: rated.length,
    pairs: order('withAi').pairs,
    orderedShare: order('withAi').share,
    orderedShareWithoutAi: order('withoutAi').share,
    junkCaughtShare: junk.filter(({ withAi }) => isLow(withAi)).length / junk.length,
    junkCaughtShareWithoutAi: junk.filter(({ withoutAi }) => isLow(withoutAi)).length / junk.length,
    callNowMissed: rated.filter(({ tier, withAi }) => tier === TIERS.length - 1 && isLow(withAi)).length,
  };
}

const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
const figures = await evaluate();
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(12);
const lines = [
  `${figures.leads} leads held out, ${figures.pairs} pairs two or more tiers apart`.padEnd(62) +
    ['with AI', 'without'].map((title) => title.padStart(12)).join(''),
  `pairs in order${' '.repeat(48)}${percent(figures.orderedShare)}${percent(figures.orderedShareWithoutAi)}`,
  `junk graded Spam or Cold${' '.repeat(38)}${percent(figures.junkCaughtShare)}${percent(figures.junkCaughtShareWithoutAi)}`,
  `call-now leads graded Spam or Cold${' '.repeat(28)}${String(figures.callNowMissed).padStart(12)}`,
];
process.stdout.write(`${values.json ? JSON.stringify(figures, null, 2) : lines.join('\n')}\n`);
