import { Command } from 'commander';

/** `leadline <name> …`: commands that belong together. */
export function group(name: string, description: string, commands: readonly Command[]): Command {
  const parent = new Command(name).description(description);
  for (const command of commands) parent.addCommand(command);
  return parent;
}
