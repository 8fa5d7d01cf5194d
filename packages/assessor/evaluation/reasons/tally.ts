// Counts people's judgements of the reasons (PROMPT.md). judgements.txt has one line per lead and one letter per entry.
//   npm run eval:reasons

import { readFileSync } from 'node:fs';
import { type SampledLead, sampleLedgers } from './sample.ts';

/** Entries that limit the score instead of giving a reason. */
const BOUNDS: ReadonlySet<string> = new Set(['top', 'floor', 'ai-cap']);
const TOP_REASONS = 3;

const judgements = new Map(
  readFileSync(new URL('judgements.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => {
      const [number = '', letters = ''] = line.trim().split(/\s+/);
      return [Number(number), letters] as const;
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
for (const sampled of await sampleLedgers()) {
  const letters = judgements.get(sampled.number);
  if (letters === undefined) continue;
  if (letters.length !== sampled.entries.length) outdated++;
  else tally(sampled, letters);
}

function tally({ entries }: SampledLead, letters: string): void {
  leads++;
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
print(
  `all of the top ${TOP_REASONS} reasons accepted: ${((topAccepted / leads) * 100).toFixed(1)} % of leads`,
);
print('most often not accepted:');
for (const [code, { wrong, all }] of [...wrongByCode].sort((a, b) => b[1].wrong - a[1].wrong).slice(0, 12))
  print(`  ${code.padEnd(18)}${wrong} of ${all}`);
