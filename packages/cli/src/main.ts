#!/usr/bin/env node
// The `leadline` command. Exit codes: 0 done, 1 a lead or text was refused, 2 the command was used wrongly.

import { ENGINE_VERSION } from '@leadline/engine/version';
import { Command, CommanderError } from 'commander';
import { describeFailure } from './describe-failure.ts';
import { fail } from './output.ts';

const EXIT_USAGE = 2;

/** What each command is for, and how to load it. Only the one that is called is loaded: a budget is read before all that
 * serves a dashboard would be in memory. */
const COMMANDS: Readonly<Record<string, readonly [description: string, load: () => Promise<Command>]>> = {
  score: ['score a lead and show its ledger', async () => (await import('./score.ts')).scoreCommand()],
  explain: [
    'explain a lead: strengths, concerns, next steps, what would change its grade',
    async () => (await import('./explain.ts')).explainCommand(),
  ],
  budget: ['read a budget as people write it', async () => (await import('./budget.ts')).budgetCommand()],
  serve: ['run the whole service in one process', async () => (await import('./serve.ts')).serveCommand()],
  api: [
    'run the API process; DATABASE_URL, SECRET_KEY, PUBLIC_URL, SIGN_UP, SMTP_URL, TRUSTED_PROXIES, HOST, PORT and more come from the environment (docs/operations.md)',
    async () => (await import('./serve.ts')).apiCommand(),
  ],
  worker: [
    'run the worker process: webhooks, imports, housekeeping; DATABASE_URL, SECRET_KEY, WEBHOOKS_ALLOW_PRIVATE, METRICS_HOST, METRICS_PORT and LOG_LEVEL come from the environment',
    async () => (await import('./serve.ts')).workerCommand(),
  ],
  import: [
    'import a CSV or NDJSON file of leads into a running service',
    async () => (await import('./import.ts')).importCommand(),
  ],
  migrate: [
    'bring the database to the schema this version needs',
    async () => (await import('./migrate.ts')).migrateCommand(),
  ],
  account: [
    'create accounts, change plans, members and who reads messages',
    async () => (await import('./account.ts')).accountCommand(),
  ],
  key: ['create, list, rotate and revoke keys', async () => (await import('./account.ts')).keyCommand()],
  job: ['background jobs that were given up', async () => (await import('./job.ts')).jobCommand()],
};

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

// A reader that closes early ("leadline score --ndjson … | head") is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

async function addCommands(called: string | undefined): Promise<void> {
  for (const [name, [description, load]] of Object.entries(COMMANDS)) {
    const command = name === called ? await load() : new Command(name);
    program.addCommand(command.description(description).copyInheritedSettings(program));
    for (const inner of command.commands) inner.copyInheritedSettings(command);
  }
}

try {
  const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  await addCommands(words[0] === 'help' ? words[1] : words[0]);
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_USAGE;
  else fail(describeFailure(error));
}
