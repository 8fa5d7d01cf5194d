import { Command } from 'commander';

/** `leadline <name> …`: commands that belong together. */
export function group(name: string, commands: readonly Command[]): Command {
  const parent = new Command(name);
  for (const command of commands) parent.addCommand(command);
  return parent;
}
