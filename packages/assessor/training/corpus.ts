// The labelled messages: read, and checked against the rubric and one another.

import { readdirSync, readFileSync } from 'node:fs';
import type { AssessmentKind } from '@leadline/engine';

export interface LabelledMessage {
  readonly text: string;
  readonly language: string;
  readonly kind: AssessmentKind;
  readonly intent: number;
  readonly urgency: number;
  readonly specificity: number;
  readonly industry: string;
  readonly voice: string;
}

export type Part = 'train' | 'held-out';
export type Filed = LabelledMessage & { readonly file: string };

const KINDS: ReadonlySet<AssessmentKind> = new Set<AssessmentKind>([
  'buyer',
  'information',
  'support',
  'job-seeker',
  'vendor-pitch',
  'spam',
  'gibberish',
]);

const CORPUS = new URL('../corpus/', import.meta.url);

export function readCorpus(part: Part): Filed[] {
  const folder = new URL(`${part}/`, CORPUS);
  return readdirSync(folder)
    .sort()
    .flatMap((file) =>
      readLines<LabelledMessage>(new URL(file, folder)).map((message) => ({
        ...message,
        file: `${part}/${file}`,
      })),
    );
}

export const readLines = <T>(file: URL): T[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

const MAX_INTENT: Readonly<Partial<Record<AssessmentKind, number>>> = { buyer: 3, information: 1 };

/** What is wrong with a label by the rubric, or null. */
export function findFault({ text, kind, intent, urgency, specificity }: LabelledMessage): string | null {
  if (text.trim() === '') return 'no text';
  if (!KINDS.has(kind)) return `no kind of ours: ${kind}`;
  const least = kind === 'buyer' ? 1 : 0;
  if (!isWhole(intent, least, MAX_INTENT[kind] ?? 0)) return `intent ${intent} of a ${kind}`;
  if (!isWhole(urgency, 0, 2)) return `urgency ${urgency}`;
  if (!isWhole(specificity, 0, 2)) return `specificity ${specificity}`;
  return null;
}

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/** From this share of common runs of five letters on, two messages are one written twice. */
const MAX_ALIKE = 0.5;
const SHINGLE = 5;

/** Pairs of messages that are nearly the same. Short ones may be alike by chance: "price please". */
export function findNearDuplicates(texts: readonly string[], shortest = 25): [number, number][] {
  const owners = new Map<string, number[]>();
  const shingles = texts.map((text) => {
    const bare = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    const found = new Set<string>();
    for (let at = 0; at + SHINGLE <= bare.length; at++) found.add(bare.slice(at, at + SHINGLE));
    return bare.length < shortest ? new Set<string>() : found;
  });
  const pairs: [number, number][] = [];
  shingles.forEach((mine, index) => {
    const common = new Map<number, number>();
    for (const shingle of mine) {
      const others = owners.get(shingle);
      for (const other of others ?? []) common.set(other, (common.get(other) ?? 0) + 1);
      if (others) others.push(index);
      else owners.set(shingle, [index]);
    }
    for (const [other, count] of common) {
      const all = mine.size + (shingles[other] as Set<string>).size - count;
      if (count / all > MAX_ALIKE) pairs.push([other, index]);
    }
  });
  return pairs;
}
