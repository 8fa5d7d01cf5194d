// Shows how a move goes on: one line that changes on a terminal, otherwise a line for each step.

import type { MoveEvent, OnMoveEvent } from '@leadline/server';
import { count } from './count.ts';
import { printLine } from './output.ts';

const INTERVAL_MS = 200;

/** Null for what takes no time worth mentioning. */
function describe(event: MoveEvent): string | null {
  switch (event.kind) {
    case 'preparing':
      return 'preparing the copy';
    case 'copied':
      return 'copied; new changes follow within a moment';
    case 'leaving':
      return 'waiting for the worker to finish';
    case 'put off':
      return `put off: ${event.reason}; trying again`;
    case 'switched':
      return `switched; the account was frozen for ${event.frozenMs} ms`;
    case 'verified':
      return event.isExact
        ? `verified: counts and checksums match in ${count(event.rows, 'row')}`
        : `verified: the copy has all ${count(event.rows, 'row')}`;
    case 'deleted':
      return `deleted ${count(event.rows, 'row')} from the cell "${event.cell}"`;
    default:
      return null;
  }
}

const describeProgress = (event: MoveEvent): string | null => {
  if (event.kind === 'copying')
    return `copying: ${event.readyTables} of ${event.tables} tables${event.rows > 0 ? `, ${count(event.rows, 'row')} of the next` : ''}`;
  return event.kind === 'deleting' ? `deleting from "${event.cell}": ${count(event.rows, 'row')}` : null;
};

export function showMove(prefix = ''): OnMoveEvent {
  const isTerminal = process.stderr.isTTY === true;
  let shownAt = 0;
  return (event) => {
    const progress = describeProgress(event);
    if (progress !== null) {
      const now = performance.now();
      if (!isTerminal || now - shownAt < INTERVAL_MS) return;
      shownAt = now;
      process.stderr.write(`\r\x1b[2K${prefix}${progress}`);
      return;
    }
    const step = describe(event);
    if (step === null) return;
    if (isTerminal) process.stderr.write('\r\x1b[2K');
    printLine(prefix + step);
  };
}
