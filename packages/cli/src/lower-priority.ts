import { constants, setPriority } from 'node:os';

/** Gives precedence to the threads that answer requests. */
export const lowerPriority = (): void => setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
