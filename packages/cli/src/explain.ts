// `leadline explain`: why a lead has its score, and what would change it.

import {
  DEFAULT_SETTINGS,
  type Explanation,
  explain,
  readLead,
  score,
  statedClosing,
} from '@leadline/engine';
import { Command } from 'commander';
import { aiOption, openAssess } from './assess.ts';
import { readJson } from './input.ts';
import { modelOption, openModelFile } from './model-option.ts';
import { nowOption } from './now-option.ts';
import { fail, paint, printable, printLine } from './output.ts';

interface Options {
  readonly json?: true;
  readonly now: Date;
  readonly ai: boolean;
  readonly model?: string;
}

export function explainCommand(): Command {
  return new Command('explain')
    .argument('[file]', 'JSON file with one lead, or - for standard input', '-')
    .option('--json', 'print JSON')
    .addOption(modelOption())
    .addOption(nowOption())
    .addOption(aiOption())
    .action(async (file: string, { json, now, ai, model: modelFile }: Options) => {
      const read = readLead(await readJson(file));
      if (!read.ok) fail(`invalid lead: ${read.error}`);
      const model = await openModelFile(modelFile);
      const assess = await openAssess(ai);
      const options = { now, assessment: await assess(read.lead, now), model };
      const explanation = explain(read.lead, options);
      if (!json) return printLine(render(explanation));
      const { data, closing: measured } = score(read.lead, options);
      const closing = measured ?? statedClosing(data.score, data.grade, DEFAULT_SETTINGS);
      printLine(JSON.stringify({ ...explanation, closing }, null, 2));
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
