// `leadline explain`: why a lead has its score, and what would change it.

import { type Explanation, explain, readLead } from '@leadline/engine';
import { Command } from 'commander';
import { aiOption, openAssess } from './assess.ts';
import { readJson } from './input.ts';
import { nowOption } from './now-option.ts';
import { fail, paint, printable, printLine } from './output.ts';

export function explainCommand(): Command {
  return new Command('explain')
    .argument('[file]', 'JSON file with one lead, or - for standard input', '-')
    .option('--json', 'print JSON')
    .addOption(nowOption())
    .addOption(aiOption())
    .action(async (file: string, { json, now, ai }: { json?: true; now: Date; ai: boolean }) => {
      const read = readLead(await readJson(file));
      if (!read.ok) fail(`invalid lead: ${read.error}`);
      const assess = await openAssess(ai);
      const explanation = explain(read.lead, { now, assessment: await assess(read.lead, now) });
      printLine(json ? JSON.stringify(explanation, null, 2) : render(explanation));
    });
}

function render({
  headline,
  summary,
  strengths,
  concerns,
  next_steps,
  what_would_change,
}: Explanation): string {
  const sections: [title: string, lines: readonly string[]][] = [
    ['Strengths', strengths],
    ['Concerns', concerns],
    ['Next steps', next_steps],
    ['What would change it', what_would_change],
  ];
  const lines = ['', `  ${paint('bold', printable(headline))}`, `  ${printable(summary)}`];
  for (const [title, items] of sections) {
    if (items.length === 0) continue;
    lines.push(
      '',
      `  ${paint('bold', title)}`,
      ...items.map((item) => `  ${paint('dim', '•')} ${printable(item)}`),
    );
  }
  return [...lines, ''].join('\n');
}
