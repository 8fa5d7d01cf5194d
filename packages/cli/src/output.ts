// Writing to the terminal: colours where they are wanted, and errors that say what to do.

import { once } from 'node:events';
import { styleText } from 'node:util';

export const EXIT_REFUSED = 1;

type Style = Parameters<typeof styleText>[0];

/** Colours on a terminal unless NO_COLOR is set; FORCE_COLOR turns them on elsewhere. */
export const paint = (style: Style, text: string): string =>
  styleText(style, text, { stream: process.stdout, validateStream: true });

/** A lead's text must not move the cursor of the terminal it is shown in. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, '�');

export const printLine = (line = ''): void => {
  process.stdout.write(`${line}\n`);
};

/** Waits when the reader is slower than we are, so that memory stays flat. */
export async function writeLine(value: unknown): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(value)}\n`)) await once(process.stdout, 'drain');
}

export function fail(message: string): never {
  process.stderr.write(`leadline: ${printable(message)}\n`);
  process.exit(EXIT_REFUSED);
}
