import { constants, setPriority } from 'node:os';

/** Makes this thread give way to those somebody waits for: background work is in no hurry. */
export const giveWay = (): void => setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
