// What a tool for assistants is made of. All tools call the service through the SDK, so that a tool can do what its API
// key can do, and nothing else.

import type { CallOptions, Leadline } from '@leadline/sdk';
import type { Static, TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Content } from './data-marks.ts';

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** What it does and when to use it, for a model that knows nothing else about Leadline. */
  readonly description: string;
  readonly input: TObject;
  /** Whether it only reads, repeats nothing if called again, or changes something with each call. */
  readonly effect: Effect;
  /** Rejects input that doesn't match the schema. */
  run(leadline: Leadline, input: unknown, options: CallOptions): Promise<Content>;
}

/** `read` needs a key that can read, all others one with full access. */
export type Effect = 'read' | 'repeatable' | 'write';

export class InvalidInput extends Error {}

export function defineTool<Input extends TObject>({
  run,
  ...tool
}: Omit<Tool, 'input' | 'run'> & {
  readonly input: Input;
  run(leadline: Leadline, input: Static<Input>, options: CallOptions): Promise<Content>;
}): Tool {
  let validator: ReturnType<typeof Compile<Input>> | undefined;
  return {
    ...tool,
    run: async (leadline, input, options) => {
      validator ??= Compile(tool.input);
      if (!validator.Check(input)) {
        const [error] = validator.Errors(input);
        const problem = error?.keyword === 'boolean' ? 'is not an argument of this tool' : error?.message;
        throw new InvalidInput(`${error?.instancePath.slice(1) || 'the arguments'} ${problem}`);
      }
      return run(leadline, input, options);
    },
  };
}
