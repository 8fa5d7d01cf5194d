// Counts people's judgements of the ledgers (PROMPT.md). judgements.txt has one line per lead: a letter per entry, one for
// the score and one for the action. It must be written again when the ledgers change.
//   npm run eval:reasons
//   npm run eval:reasons -- 2    if twice as many were sampled

import { existsSync, readFileSync } from 'node:fs';
import { type SampledLead, sampleLedgers } from './sample.ts';

/** Entries that limit the score instead of giving a reason. */
const BOUNDS: ReadonlySet<string> = new Set(['top', 'floor', 'ai-limit']);
const TOP_REASONS = 3;

const JUDGEMENTS = new URL('judgements.txt', import.meta.url);
if (!existsSync(JUDGEMENTS))
  throw new Error('Nobody has judged these ledgers yet: write judgements.txt (PROMPT.md).');
interface Judgement {
  readonly letters: string;
  readonly score: string;
  readonly action: string;
}
const judgements = new Map(
  readFileSync(JUDGEMENTS, 'utf8')
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line): [number, Judgement] => {
      const [number = '', letters = '', score = '', action = ''] = line.trim().split(/\s+/);
      return [Number(number), { letters, score, action }];
    }),
);

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const counts: Record<'entries' | 'points', Record<string, number>> = {
  entries: { A: 0, O: 0, W: 0 },
  points: { A: 0, O: 0, W: 0 },
};
const wrongByCode = new Map<string, { wrong: number; all: number }>();
let leads = 0;
let topAccepted = 0;
let outdated = 0;
const scores: Record<string, number> = { F: 0, L: 0, H: 0 };
const actions: Record<string, number> = { F: 0, N: 0 };
for (const sampled of await sampleLedgers(Number(process.argv[2] ?? 1))) {
  const judgement = judgements.get(sampled.number);
  if (judgement === undefined) continue;
  if (judgement.letters.length !== sampled.entries.length) outdated++;
  else tally(sampled, judgement);
}

function tally({ entries }: SampledLead, { letters, score, action }: Judgement): void {
  leads++;
  scores[score] = (scores[score] ?? 0) + 1;
  actions[action] = (actions[action] ?? 0) + 1;
  const reasons = entries.map((entry, index) => ({ ...entry, letter: letters[index] as string }));
  for (const { letter, points, code } of reasons) {
    counts.entries[letter] = (counts.entries[letter] ?? 0) + 1;
    if (!BOUNDS.has(code)) counts.points[letter] = (counts.points[letter] ?? 0) + Math.abs(points);
    const known = wrongByCode.get(code) ?? { wrong: 0, all: 0 };
    wrongByCode.set(code, { wrong: known.wrong + (letter === 'A' ? 0 : 1), all: known.all + 1 });
  }
  const top = reasons
    .filter(({ code }) => !BOUNDS.has(code))
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, TOP_REASONS);
  if (top.every(({ letter }) => letter === 'A')) topAccepted++;
}

const share = (part: Record<string, number>, letter: string): string => {
  const all = Object.values(part).reduce((sum, count) => sum + count, 0);
  return `${(((part[letter] ?? 0) / all) * 100).toFixed(1)} %`;
};
print(
  `${leads} ledgers judged${outdated === 0 ? '' : `; ${outdated} skipped because they have changed since`}`,
);
for (const [name, part] of Object.entries(counts))
  print(
    `${name.padEnd(10)}accepted ${share(part, 'A')}, opaque ${share(part, 'O')}, wrong ${share(part, 'W')}`,
  );
print(`scores    fine ${share(scores, 'F')}, too low ${share(scores, 'L')}, too high ${share(scores, 'H')}`);
print(`actions   fine ${share(actions, 'F')}`);
print(
  `all of the top ${TOP_REASONS} reasons accepted: ${((topAccepted / leads) * 100).toFixed(1)} % of leads`,
);
print('most often not accepted:');
for (const [code, { wrong, all }] of [...wrongByCode].sort((a, b) => b[1].wrong - a[1].wrong).slice(0, 12))
  print(`  ${code.padEnd(18)}${wrong} of ${all}`);
