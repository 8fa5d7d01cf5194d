// Reads a file, or standard input if the name is "-".

import { createReadStream, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fail } from './output.ts';

/** The folder the user ran the command in, since `npm run` changes the working directory. */
export const userFolder = process.env.INIT_CWD ?? process.cwd();

function openInput(file: string): Readable {
  if (file === '-') return process.stdin;
  try {
    const path = resolve(userFolder, file);
    if (statSync(path).isDirectory()) return fail(`cannot read ${file}: is a folder`);
    return createReadStream('', { fd: openSync(path, 'r') });
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'no such file' : (error as Error).message;
    return fail(`cannot read ${file}: ${reason}`);
  }
}

export async function readText(file: string): Promise<string> {
  return (await text(openInput(file))).replace(/^\ufeff/, '');
}

export async function readJson(file: string): Promise<unknown> {
  const content = await readText(file);
  try {
    return JSON.parse(content);
  } catch (error) {
    return fail(`${file === '-' ? 'standard input' : file} is not valid JSON: ${(error as Error).message}`);
  }
}

/** Streams all non-blank lines. Not with readline, which also splits at U+2028, a valid character inside JSON. */
export async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of openInput(file).setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() as string;
    for (const line of lines) if (line.trim() !== '') yield clean(line);
  }
  if (rest.trim() !== '') yield clean(rest);
}

const clean = (line: string): string => line.replace(/^\ufeff/, '').trim();
