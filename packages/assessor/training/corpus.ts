// Reads the labelled messages, and checks them against the rubric and for near-duplicates.

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
export type CorpusMessage = LabelledMessage & { readonly file: string };

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

export function readCorpus(part: Part): CorpusMessage[] {
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

/** Describes the first label that breaks the rubric; null if there is none. */
export function findLabelError({ text, kind, intent, urgency, specificity }: LabelledMessage): string | null {
  if (text.trim() === '') return 'no text';
  if (!KINDS.has(kind)) return `unknown kind ${kind}`;
  const minIntent = kind === 'buyer' ? 1 : 0;
  if (!isIntegerIn(intent, minIntent, MAX_INTENT[kind] ?? 0)) return `intent ${intent} for kind ${kind}`;
  if (!isIntegerIn(urgency, 0, 2)) return `urgency ${urgency}`;
  if (!isIntegerIn(specificity, 0, 2)) return `specificity ${specificity}`;
  return null;
}

const isIntegerIn = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

/** Two messages that share more than this of their five-letter runs are near-duplicates. */
const MAX_OVERLAP = 0.5;
const SHINGLE = 5;

/** Finds pairs of nearly identical messages. Short ones are skipped: "price please" can be a coincidence. */
export function findNearDuplicates(texts: readonly string[], minLength = 25): [number, number][] {
  const owners = new Map<string, number[]>();
  const shingles = texts.map((text) => {
    const bare = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    const found = new Set<string>();
    for (let at = 0; at + SHINGLE <= bare.length; at++) found.add(bare.slice(at, at + SHINGLE));
    return bare.length < minLength ? new Set<string>() : found;
  });
  const pairs: [number, number][] = [];
  shingles.forEach((current, index) => {
    const common = new Map<number, number>();
    for (const shingle of current) {
      const others = owners.get(shingle);
      for (const other of others ?? []) common.set(other, (common.get(other) ?? 0) + 1);
      if (others) others.push(index);
      else owners.set(shingle, [index]);
    }
    for (const [other, count] of common) {
      const union = current.size + (shingles[other] as Set<string>).size - count;
      if (count / union > MAX_OVERLAP) pairs.push([other, index]);
    }
  });
  return pairs;
}
