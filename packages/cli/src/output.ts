// Writes to the terminal.

import { once } from 'node:events';
import { styleText } from 'node:util';

export const EXIT_REJECTED = 1;

type Style = Parameters<typeof styleText>[0];

/** Uses colors on a terminal unless NO_COLOR is set. FORCE_COLOR turns them on elsewhere. */
export const paint = (style: Style, text: string): string =>
  styleText(style, text, { stream: process.stdout, validateStream: true });

/** Replaces control characters, so that untrusted text can't manipulate the terminal. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, '�');

export const printLine = (line = ''): void => {
  process.stdout.write(`${line}\n`);
};

/** Waits if the reader is slow, so that output doesn't pile up in memory. */
export async function writeLine(value: unknown): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(value)}\n`)) await once(process.stdout, 'drain');
}

export function fail(message: string): never {
  process.stderr.write(`leadline: ${printable(message)}\n`);
  process.exit(EXIT_REJECTED);
}
