// `leadline mcp`: the tools of POST /mcp for assistants that start a program and write to it, one message per line.

import { ENGINE_VERSION } from '@leadline/engine/version';
import { type Answer, type Assistant, answerMessage, answerUnreadable } from '@leadline/mcp';
import { Command } from 'commander';
import { readLines } from './input.ts';
import { writeLine } from './output.ts';
import { openService, type ServiceOptions, serviceOptions } from './service.ts';

interface McpOptions extends ServiceOptions {
  readonly readOnly?: true;
}

export function mcpCommand(): Command {
  const command = new Command('mcp')
    .description('offer the tools of a running service to an AI assistant, over standard input and output')
    .option('--read-only', 'offer only tools that change nothing')
    .action(serve);
  for (const option of serviceOptions()) command.addOption(option);
  return command;
}

async function serve({ readOnly, ...service }: McpOptions): Promise<void> {
  const assistant: Assistant = {
    leadline: openService(service),
    mayWrite: readOnly !== true,
    version: ENGINE_VERSION,
  };
  const answering = new Set<Promise<void>>();
  // Messages are answered as soon as each of them can be: a preview of settings takes longer than a search.
  for await (const line of readLines('-')) {
    const answer: Promise<void> = reply(line, assistant).finally(() => answering.delete(answer));
    answering.add(answer);
  }
  await Promise.all(answering);
}

async function reply(line: string, assistant: Assistant): Promise<void> {
  const answer = await answerLine(line, assistant);
  if (answer !== null) await writeLine(answer);
}

async function answerLine(line: string, assistant: Assistant): Promise<Answer | null> {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return answerUnreadable();
  }
  return answerMessage(message, assistant);
}
