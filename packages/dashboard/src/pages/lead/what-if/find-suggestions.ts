// Finds changes that would raise the score, by scoring the changed lead. First comes the smallest set of changes that
// reaches the next grade, then single changes, biggest gain first.

import type { Change, Scored, ScoreOptions } from '@leadline/engine';
import type { Grade } from '../../../components/grade.ts';
import type { Lead } from '../lead-query.ts';
import type { Engine } from '../use-engine.ts';

export interface Suggestion {
  readonly key: string;
  /** For example "They give a phone number that works". */
  readonly text: string;
  readonly gain: number;
  /** The new grade, if it changes. */
  readonly grade: Grade | null;
  readonly apply: (lead: Lead) => Lead;
}

export function findSuggestions(engine: Engine, lead: Lead, options: ScoreOptions): Suggestion[] {
  const before = engine.score(lead, options);
  // Nothing turns spam, a job application or a support request into a sale.
  if (before.suspicion !== null) return [];
  const settings = options.settings ?? engine.DEFAULT_SETTINGS;
  const singles = engine
    .listChanges(before.facts, settings)
    .map((change) => {
      const changed = change.apply(lead);
      return suggest([change], before, engine.score(changed, engine.forChanged(options, lead, changed)));
    })
    .filter(({ gain }) => gain > 0)
    .toSorted((a, b) => b.gain - a.gain);
  const smallest = engine.findSmallestChange(lead, options);
  if (smallest === null || smallest.changes.length < 2) return singles;
  return [suggest(smallest.changes, before, smallest.after), ...singles];
}

function suggest(changes: readonly Change[], before: Scored, after: Scored): Suggestion {
  return {
    key: changes.map(({ code }) => code).join(' '),
    text: toSentence(changes.map(({ text }) => text)),
    gain: after.data.score - before.data.score,
    grade: after.data.grade === before.data.grade ? null : after.data.grade,
    apply: (lead) => changes.reduce((changing, change) => change.apply(changing), lead),
  };
}

function toSentence(parts: readonly string[]): string {
  const text = parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
