// From labelled messages to examples: the words they share, their features, their embeddings.

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { type AssessmentKind, foldWord } from '@leadline/engine';
import { makeCommonWords } from '../src/common-words.ts';
import { loadEmbedder } from '../src/embedding.ts';
import { readFeatures } from '../src/features.ts';
import { KINDS } from '../src/labels.ts';
import { type Filed, readLines } from './corpus.ts';
import type { Example } from './fit.ts';

/** A lead that people judged (engine/cases/judged): its kind is known, its intent only mixed with other things. */
export interface JudgedMessage {
  readonly text: string;
  readonly language: string;
  readonly kind: AssessmentKind;
  readonly name: string;
}

interface JudgedLead {
  readonly kind: AssessmentKind;
  readonly language: string;
  readonly lead: { readonly message?: unknown; readonly name?: unknown };
}

const JUDGED = new URL('../../engine/cases/judged/tune/', import.meta.url);
/** Labelled for another purpose, by a rubric of less detail. */
const JUDGED_WEIGHT = 0.3;

export const readJudgedMessages = (): JudgedMessage[] =>
  readdirSync(JUDGED)
    .sort()
    .flatMap((file) => readLines<JudgedLead>(new URL(file, JUDGED)))
    .flatMap(({ kind, language, lead: { message, name } }) =>
      typeof message === 'string' && message.trim() !== ''
        ? [{ text: message, language, kind, name: typeof name === 'string' ? name : '' }]
        : [],
    );

/** A word met in small letters in two messages is no name, unless people are called so. */
const LEAST_MESSAGES = 2;
const LEAST_IF_A_NAME = 12;

/** German capitalises its nouns: there, capitals say nothing. */
export function findCommonWords(
  messages: readonly { text: string; language: string }[],
  names: readonly string[],
): Uint8Array {
  const called = new Set(names.flatMap((name) => name.split(/[^\p{L}\p{M}]+/u).map(foldWord)));
  const met = new Map<string, number>();
  for (const { text, language } of messages) {
    const words = new Set(text.match(/[\p{L}\p{M}]+/gu) ?? []);
    const written = new Set(
      [...words].filter((word) => language === 'de' || !/^\p{Lu}\p{Ll}/u.test(word)).map(foldWord),
    );
    for (const word of written) met.set(word, (met.get(word) ?? 0) + 1);
  }
  const common = [...met].filter(
    ([word, times]) => times >= (called.has(word) ? LEAST_IF_A_NAME : LEAST_MESSAGES),
  );
  return makeCommonWords(common.map(([word]) => word));
}

/** Long work: `onProgress` hears how many are done. */
export async function makeExamples(
  messages: readonly (Filed | JudgedMessage)[],
  commonWords: Uint8Array,
  onProgress: (done: number) => void,
): Promise<Example[]> {
  const { embed } = await loadEmbedder();
  const examples: Example[] = [];
  for (const message of messages) {
    const features = readFeatures(message.text, commonWords);
    const kind = KINDS.indexOf(message.kind);
    const isJudged = !('intent' in message);
    examples.push({
      features,
      embedding: await embed(features.text),
      weight: isJudged ? JUDGED_WEIGHT : 1,
      answers: isJudged ? { kind } : { kind, intent: message.intent, urgency: message.urgency },
    });
    onProgress(examples.length);
  }
  return examples;
}

/** Tells which messages weights were learnt from. */
export function hashOf(messages: readonly (Filed | JudgedMessage)[]): string {
  const hash = createHash('sha256');
  for (const message of messages) hash.update(JSON.stringify(message));
  return hash.digest('hex');
}
