// The option `--model`, and the file it names.

import type { LearnedModel } from '@leadline/engine';
import { Option } from 'commander';
import { readJson } from './input.ts';
import { fail } from './output.ts';

export const modelOption = (): Option =>
  new Option('--model <file>', 'score with a model written by leadline learn');

/** Null without a file: the rules score alone. */
export async function openModelFile(file: string | undefined): Promise<LearnedModel | null> {
  if (file === undefined) return null;
  // Imported on demand, because most scoring needs no model.
  const { openModel, readModel } = await import('@leadline/learning');
  const read = readModel(await readJson(file));
  return read.ok ? openModel(read.model) : fail(`${file} is not a usable model: ${read.error}`);
}
