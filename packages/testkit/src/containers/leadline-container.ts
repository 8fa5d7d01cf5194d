// A container of the image, as confined as the deployment files confine it: read-only, without capabilities.

import { setTimeout as sleep } from 'node:timers/promises';
import { stopOnSignal } from '../service/stop-on-signal.ts';
import { runTool } from './container-tool.ts';

export interface Exit {
  readonly code: number;
  readonly seconds: number;
}

export interface LeadlineContainer {
  readonly id: string;
  output(): Promise<string>;
  /** Resolves once the process says so. */
  untilReady(): Promise<void>;
  runInside(...command: readonly string[]): Promise<string>;
  /** Sends SIGTERM, does what is given, and waits. Kills nothing, however long it takes. */
  terminate(meanwhile?: () => Promise<void>): Promise<Exit>;
  sendSigterm(): Promise<void>;
  remove(): Promise<void>;
}

type Variables = Readonly<Record<string, string>>;

export const CONFINED = [
  '--read-only',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  '--memory=1536m',
];

const listVariables = (env: Variables): string[] =>
  Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);

/** On the network of this machine, so that a PostgreSQL on 127.0.0.1 can be reached. */
export async function startContainer(
  image: string,
  command: string,
  env: Variables,
): Promise<LeadlineContainer> {
  const id = await runTool(
    'run',
    '--detach',
    '--network=host',
    ...CONFINED,
    ...listVariables(env),
    image,
    command,
  );
  const output = (): Promise<string> => runTool('logs', id);
  const remove = async (): Promise<void> => {
    stopOnSignal.delete(remove);
    await runTool('rm', '--force', id);
  };
  stopOnSignal.add(remove);
  const sendSigterm = async (): Promise<void> => void (await runTool('kill', '--signal=TERM', id));
  return {
    id,
    output,
    untilReady: async () => {
      for (const until = performance.now() + 120_000; performance.now() < until; await sleep(100)) {
        if (/^ready/m.test(await output())) return;
        if ((await runTool('inspect', '--format', '{{.State.Status}}', id)) === 'exited') break;
      }
      throw new Error(`leadline ${command} failed to start:\n${await output()}`);
    },
    runInside: (...inside) => runTool('exec', id, ...inside),
    sendSigterm,
    terminate: async (meanwhile = async () => {}) => {
      const from = performance.now();
      const exited = runTool('wait', id);
      await sendSigterm();
      await meanwhile();
      const code = Number(await exited);
      return { code, seconds: (performance.now() - from) / 1000 };
    },
    remove,
  };
}

/** Runs a command to its end and returns its output. */
export const runContainer = (image: string, command: string, env: Variables): Promise<string> =>
  runTool('run', '--rm', '--network=host', ...CONFINED, ...listVariables(env), image, command);
