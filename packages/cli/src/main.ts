#!/usr/bin/env node
// The `leadline` command. Exit codes: 0 for success, 1 for rejected input or a failure, 2 for incorrect usage.

import './signals.ts';
import { ENGINE_VERSION } from '@leadline/engine/version';
import { Command, CommanderError } from 'commander';
import { keepCompiledCode } from './compile-cache.ts';
import { describeFailure } from './describe-failure.ts';
import { endWithoutReader, fail, surviveLostOutput } from './output.ts';
import { RELEASE } from './release.ts';

const EXIT_USAGE = 2;

/** Commands are loaded on demand, so that reading a budget doesn't have to wait for the whole server to load. */
const COMMANDS: Readonly<Record<string, readonly [description: string, load: () => Promise<Command>]>> = {
  score: [
    'score a lead and show where every point comes from',
    async () => (await import('./score.ts')).scoreCommand(),
  ],
  explain: [
    'explain a score: strengths, concerns, next steps, what would change the grade',
    async () => (await import('./explain.ts')).explainCommand(),
  ],
  learn: [
    'learn from won and lost leads, for use with score --model',
    async () => (await import('./learn.ts')).learnCommand(),
  ],
  budget: [
    'read a budget such as "10-15k EUR per month"',
    async () => (await import('./budget.ts')).budgetCommand(),
  ],
  serve: ['run the whole service in one process', async () => (await import('./serve.ts')).serveCommand()],
  api: [
    'run an API process, configured by environment variables',
    async () => (await import('./serve.ts')).apiCommand(),
  ],
  worker: [
    'run a worker process (webhooks, imports, maintenance), configured by environment variables',
    async () => (await import('./worker.ts')).workerCommand(),
  ],
  import: [
    'import leads from an Excel, CSV or NDJSON file into a running service',
    async () => (await import('./import.ts')).importCommand(),
  ],
  settings: [
    'export, backtest and publish scoring settings of a running service',
    async () => (await import('./settings.ts')).settingsCommand(),
  ],
  mcp: [
    'offer the tools of a running service to an AI assistant, over standard input and output',
    async () => (await import('./mcp.ts')).mcpCommand(),
  ],
  migrate: [
    'update the database to the schema of this version',
    async () => (await import('./migrate.ts')).migrateCommand(),
  ],
  backup: [
    'restore a backup into a scratch folder and compare it with the database',
    async () => (await import('./backup.ts')).backupCommand(),
  ],
  'setup-token': [
    'print a new link for the first person to sign up',
    async () => (await import('./setup-token.ts')).setupTokenCommand(),
  ],
  account: [
    'create accounts, add members, change plans and AI settings, move accounts',
    async () => (await import('./account.ts')).accountCommand(),
  ],
  key: ['create, list, rotate and revoke API keys', async () => (await import('./account.ts')).keyCommand()],
  cell: [
    'add databases for more accounts, list them, and move accounts away from one',
    async () => (await import('./cell.ts')).cellCommand(),
  ],
  'secret-key': [
    're-encrypt stored secrets after a change of SECRET_KEY',
    async () => (await import('./secret-key-command.ts')).secretKeyCommand(),
  ],
  job: ['list and retry failed background jobs', async () => (await import('./job.ts')).jobCommand()],
};

const program = new Command('leadline')
  .description('Scores sales leads and explains every point.')
  .version(`leadline ${RELEASE} (engine ${ENGINE_VERSION})`, '-V, --version', 'print the version')
  .showHelpAfterError('Run with --help for usage.')
  .exitOverride()
  .addHelpText(
    'after',
    `
Examples:
  leadline score lead.json
  echo '{"email":"ana@acme.com","message":"We need 40 laptops by Friday"}' | leadline score -
  leadline score --ndjson leads.ndjson > results.ndjson
  leadline explain lead.json
  leadline learn --leads decided.ndjson --output model.json
  leadline budget "10 Lakh"
  leadline serve
  leadline import old-leads.csv --key ll_live_…
  leadline settings backtest settings.json --max-moved 5 --key ll_live_…
  leadline account create --email you@example.org --plan free

Exit codes: 0 success, 1 input was rejected or something failed, 2 wrong usage.
Set NO_COLOR to turn off colors, LEADLINE_DEBUG=1 to see where an error comes from.`,
  );

surviveLostOutput();

async function addCommands(called: string | undefined): Promise<void> {
  for (const [name, [description, load]] of Object.entries(COMMANDS)) {
    const command = name === called ? await load() : new Command(name);
    program.addCommand(command.description(description).copyInheritedSettings(program));
    for (const inner of command.commands) inner.copyInheritedSettings(command);
  }
}

try {
  keepCompiledCode();
  const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  await addCommands(words[0] === 'help' ? words[1] : words[0]);
  // A signal that came while the command was being loaded is handled now, before anything is started.
  await new Promise((resume) => setImmediate(resume));
  await program.parseAsync();
  endWithoutReader();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_USAGE;
  else fail(describeFailure(error));
}
