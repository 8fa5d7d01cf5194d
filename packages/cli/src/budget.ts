// `leadline budget`: shows how a budget text is interpreted.

import { type BudgetReading, formatAmount, readBudget } from '@leadline/engine';
import { Command } from 'commander';
import { readLines, readText } from './input.ts';
import { EXIT_REJECTED, paint, printLine, writeLine } from './output.ts';
import { startProgress } from './progress.ts';

interface Options {
  readonly json?: true;
  readonly ndjson?: true;
}

export function budgetCommand(): Command {
  return new Command('budget')
    .argument('[text]', 'budget text, or - for standard input; with --ndjson, a file')
    .option('--json', 'print JSON')
    .option('--ndjson', 'read one {"text":…} per line and print one result per line')
    .action(async (text: string | undefined, { json, ndjson }: Options, command: Command) => {
      if (ndjson) return readBudgets(text ?? '-');
      if (text === undefined) return command.error("error: missing argument 'text'");
      const reading = readBudget(text === '-' ? await readText('-') : text);
      printLine(json ? JSON.stringify(toWire(reading)) : render(reading));
    });
}

async function readBudgets(file: string): Promise<void> {
  const progress = startProgress({ one: 'budget', many: 'budgets' });
  for await (const line of readLines(file)) {
    await writeLine(readLine(line));
    progress.tick();
  }
  progress.done();
}

function readLine(line: string): unknown {
  try {
    const { text } = JSON.parse(line) as { text?: unknown };
    if (typeof text === 'string' || typeof text === 'number') return toWire(readBudget(String(text)));
  } catch {
    // Rejected below, like any other line without a text.
  }
  process.exitCode = EXIT_REJECTED;
  return { success: false, error: 'expected a line like {"text":"10k EUR"}' };
}

const toWire = ({ min, max, currency, period, stated }: BudgetReading): unknown => ({
  min,
  max,
  currency,
  period,
  stated,
});

function render({ stated, min, max, currency, period, confidence, trace }: BudgetReading): string {
  const amount =
    min !== null && max !== null
      ? min === max
        ? formatAmount(min)
        : `${formatAmount(min)} to ${formatAmount(max)}`
      : min === null
        ? `up to ${formatAmount(max ?? 0)}`
        : `${formatAmount(min)} or more`;
  const headline = stated
    ? `${amount} ${currency ?? '(currency not stated)'}${period ? ` per ${period}` : ''}`
    : 'No amount stated';
  const lines = [
    '',
    `  ${paint('bold', headline)}`,
    ...(stated ? [paint('dim', `  confidence ${confidence}`)] : []),
  ];
  for (const { text, read } of trace) lines.push(`  ${text.padEnd(24)} ${paint('dim', '→')} ${read}`);
  return [...lines, ''].join('\n');
}
