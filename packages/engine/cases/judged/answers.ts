// The answers to the seven questions of RUBRIC.md, as people gave them for a judged lead, with the words they rest on.

import { readdirSync, readFileSync } from 'node:fs';
import type { Ask, Question } from '../../src/reading/questions.ts';
import type { JudgedLead } from './judged.ts';

/** A question that isn't listed has the answer 0. */
export interface Answers extends Partial<Record<Question, readonly [value: 1 | 2, evidence?: string]>> {
  readonly ask: readonly [ask: Ask, evidence?: string];
}

export interface AnsweredLead extends JudgedLead {
  /** The file and line: `tune/10-b2b#5`. */
  readonly of: string;
  readonly answers: Answers;
}

const HERE = new URL('./', import.meta.url);
const FOLDERS = ['tune', 'held-out', 'short/tune', 'short/held-out'] as const;
const MESSAGES = [
  { name: 'train', folder: '../../../assessor/corpus/train' },
  { name: 'held-out', folder: '../../../assessor/corpus/held-out' },
] as const;

/** Judged leads, and messages without contact details. */
export const readAnswered = (): AnsweredLead[] => [
  ...FOLDERS.flatMap((folder) =>
    listFiles(folder).flatMap((name) => number(`${folder}/${name}`, readLines(`${folder}/${name}`))),
  ),
  ...MESSAGES.flatMap(({ folder, name: part }) =>
    listFiles(folder).flatMap((name) =>
      number(
        `messages/${part}/${name}`,
        readLines<AnsweredLead & { readonly text: string }>(`${folder}/${name}`).map((line) => ({
          ...line,
          lead: { email: 'writer@gmail.com', message: line.text },
        })),
      ),
    ),
  ),
];

/** Leaves out those without answers. */
const number = (name: string, lines: readonly AnsweredLead[]): AnsweredLead[] =>
  lines.flatMap((line, index) =>
    line.answers === undefined ? [] : [{ ...line, of: `${name.replace('.ndjson', '')}#${index + 1}` }],
  );

/** Look-alikes that nothing has learned from yet, by theme. */
export const readLookAlikes = (): ReadonlyMap<string, readonly AnsweredLead[]> =>
  new Map(
    listFiles('short/look-alikes').map((name) => {
      const of = `short/look-alikes/${name}`;
      return [name.replace('.ndjson', ''), number(of, readLines(of))];
    }),
  );

/** Leads of `tune/` and `short/tune/` in another voice, with the same answers. */
export const readRewritten = (): AnsweredLead[] =>
  listFiles('rewritten').flatMap((name) => readLines<AnsweredLead>(`rewritten/${name}`));

/** By a second person, who did not see the first answers. */
export const readSecondAnswers = (): { readonly of: string; readonly answers: Answers }[] =>
  listFiles('second').flatMap((name) => readLines(`second/${name}`));

function listFiles(folder: string): string[] {
  try {
    return readdirSync(new URL(`${folder}/`, HERE))
      .filter((name) => name.endsWith('.ndjson'))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const readLines = <T = AnsweredLead>(file: string): T[] =>
  readFileSync(new URL(file, HERE), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
