// The settings about words, as they are in changes.

import type { SettingsChanges } from '@leadline/contract';
import type { Exclusion, ImportantWord } from '@leadline/engine';
import type { Engine } from '../../lead/use-engine.ts';

export type { Exclusion, ImportantWord };

export const questionsOf = (changes: SettingsChanges): Readonly<Record<string, string>> =>
  (changes.questions ?? {}) as Readonly<Record<string, string>>;

export const wordsOf = (changes: SettingsChanges): readonly ImportantWord[] =>
  (changes.words ?? []) as readonly ImportantWord[];

/** Words and countries may be missing if they were saved by API. */
export const exclusionsOf = (changes: SettingsChanges): readonly Exclusion[] =>
  (
    (changes.exclusions ?? []) as readonly (Omit<Exclusion, 'words' | 'countries'> & Partial<Exclusion>)[]
  ).map(({ words = [], countries = [], ...rest }) => ({ ...rest, words, countries }));

/** Why the engine rejects it, as a sentence about "It"; null if it doesn't. */
export function findVocabularyProblem(
  engine: Engine,
  part: Readonly<{ questions?: object; words?: object; exclusions?: object }>,
): { readonly field: string; readonly text: string } | null {
  const read = engine.readSettings(part);
  if (read.ok) return null;
  return { field: read.field, text: `${read.error.replace(read.field, 'It')}.` };
}

export const TOPIC_NAMES: Readonly<Record<string, string>> = {
  timeline: 'Timeline: when they want it',
  authority: 'Authority: who decides',
  size: 'Company size',
  role: 'Role or job title',
  goal: 'Goal',
  budget: 'Budget',
  story: 'Free text about what they need',
  other: 'Something else: doesn’t count',
};

export const MEANING_NAMES: Readonly<Record<ImportantWord['means'], string>> = {
  need: 'What they want',
  scope: 'A detail of it',
};
