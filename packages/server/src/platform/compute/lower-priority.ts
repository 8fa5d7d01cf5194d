// Gives precedence to the threads that answer requests.

import { constants, getPriority, setPriority } from 'node:os';

/** Elsewhere than on Linux, this would apply to the whole process. A thread that already runs at a lower priority keeps it:
 * only root may raise it. */
export function lowerPriority(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  if (process.platform === 'linux' && getPriority(0) < PRIORITY_BELOW_NORMAL)
    setPriority(0, PRIORITY_BELOW_NORMAL);
}
