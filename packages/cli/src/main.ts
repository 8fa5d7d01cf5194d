#!/usr/bin/env node
// The `leadline` command. Exit codes: 0 done, 1 a lead or text was refused, 2 the command was used wrongly.

import { ENGINE_VERSION } from '@leadline/engine';
import { Command, CommanderError } from 'commander';
import { accountCommand, keyCommand } from './account.ts';
import { budgetCommand } from './budget.ts';
import { describeFailure } from './describe-failure.ts';
import { explainCommand } from './explain.ts';
import { importCommand } from './import.ts';
import { jobCommand } from './job.ts';
import { migrateCommand } from './migrate.ts';
import { fail } from './output.ts';
import { scoreCommand } from './score.ts';
import { apiCommand, serveCommand, workerCommand } from './serve.ts';

const EXIT_USAGE = 2;

const program = new Command('leadline')
  .description('Scores sales leads and accounts for every point.')
  .version(ENGINE_VERSION, '-V, --version', 'print the version of the scoring engine')
  .showHelpAfterError('Run with --help to see how.')
  .exitOverride()
  .addHelpText(
    'after',
    `
Examples:
  leadline score lead.json
  echo '{"email":"ana@acme.com","message":"We need 40 laptops by Friday"}' | leadline score -
  leadline score --ndjson leads.ndjson > results.ndjson
  leadline explain lead.json
  leadline budget "10 Lakh"
  leadline serve
  leadline import old-leads.csv --key ll_live_…
  leadline account create --email you@example.org --plan free

Exit codes: 0 done, 1 something was refused, 2 wrong usage. NO_COLOR turns colours off.`,
  );

const commands = [
  scoreCommand(),
  explainCommand(),
  budgetCommand(),
  serveCommand(),
  apiCommand(),
  workerCommand(),
  importCommand(),
  migrateCommand(),
  accountCommand(),
  keyCommand(),
  jobCommand(),
];
for (const command of commands) {
  program.addCommand(command.copyInheritedSettings(program));
  for (const inner of command.commands) inner.copyInheritedSettings(command);
}
// A reader that closes early ("leadline score --ndjson … | head") is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_USAGE;
  else fail(describeFailure(error));
}
