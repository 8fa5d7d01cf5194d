// Writes to the terminal.

import { once } from 'node:events';
import { styleText } from 'node:util';

export const EXIT_REJECTED = 1;

const MAX_READING_MS = 1_000;

/** Why standard output takes nothing. */
let lost: NodeJS.ErrnoException | null = null;
let isOutputOptional = false;

type Style = Parameters<typeof styleText>[0];

/** Uses colors on a terminal unless NO_COLOR is set. FORCE_COLOR turns them on elsewhere. */
export const paint = (style: Style, text: string): string =>
  styleText(style, text, { stream: process.stdout, validateStream: true });

/** Replaces control characters, so that untrusted text can't manipulate the terminal. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, '�');

export const printLine = (line = ''): void => {
  process.stdout.write(`${line}\n`);
};

/** Waits if the reader is slow, so that output doesn't pile up in memory. Ends the process if nobody reads it any more:
 * that isn't an error if the reader closes the pipe early ("leadline score --ndjson … | head"). */
export async function writeLine(value: unknown): Promise<void> {
  if (lost === null && !process.stdout.write(`${JSON.stringify(value)}\n`))
    await once(process.stdout, 'drain').catch(() => {});
  if (lost !== null) process.exit(lost.code === 'EPIPE' ? 0 : EXIT_REJECTED);
}

/** Without output, a process finishes what it has begun: it may be the service, or in the middle of a migration. A command
 * whose reader closed the pipe early has still succeeded. */
export function surviveLostOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    lost ??= error;
    if (error.code !== 'EPIPE' && !isOutputOptional) process.exitCode = EXIT_REJECTED;
  });
  process.stderr.on('error', () => {});
}

/** For a command whose work matters more than what it says: it succeeds even if nobody can read that. */
export function makeOutputOptional(): void {
  isOutputOptional = true;
}

/** A command normally waits until its output is read. One whose output is optional doesn't wait for long. */
export function endWithoutReader(): void {
  if (isOutputOptional) setTimeout(() => process.exit(), MAX_READING_MS).unref();
}

export function fail(message: string): never {
  process.stderr.write(`leadline: ${printable(message)}\n`);
  process.exit(EXIT_REJECTED);
}
