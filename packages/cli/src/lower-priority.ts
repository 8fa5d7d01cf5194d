import { constants, setPriority } from 'node:os';

/** Lets the threads that answer requests go first. */
export const lowerPriority = (): void => setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
