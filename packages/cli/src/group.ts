import { Command } from 'commander';

/** A command with subcommands. */
export function group(name: string, commands: readonly Command[]): Command {
  const parent = new Command(name);
  for (const command of commands) parent.addCommand(command);
  return parent;
}
