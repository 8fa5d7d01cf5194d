// Runs a process that moves an account and kills itself at the first event of a kind.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { MoveEvent } from '../../src/cells/moves/move-events.ts';

const MOVE_UNTIL = join(import.meta.dirname, 'move-until.ts');

export async function killMover(
  directoryUrl: string,
  accountId: string,
  target: string,
  kind: MoveEvent['kind'],
): Promise<void> {
  const mover = spawn(process.execPath, [MOVE_UNTIL, directoryUrl, accountId, target, kind], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [stderr, [, signal]] = await Promise.all([text(mover.stderr), once(mover, 'exit')]);
  if (signal !== 'SIGKILL') throw new Error(`the mover ended by itself: ${stderr}`);
}
