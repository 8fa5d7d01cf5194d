// Reads leads with labelled clauses.

import { readdirSync, readFileSync } from 'node:fs';
import { CONCEPTS, type Concept, type Strength } from '../../src/concepts/concepts.ts';

export interface LabelledLead {
  /** Where the lead comes from: corpus file and line. */
  readonly of: string;
  readonly language: string;
  readonly clauses: readonly LabelledClause[];
}

export interface LabelledClause {
  /** The question of a form answer. */
  readonly question?: string;
  readonly text: string;
  /** "need2 scope1"; missing if the clause shows no concept. */
  readonly labels?: string;
}

/** `second` contains the labels of a second labeller for a tenth of the leads, `quotes` pairs of clauses that show a
 * concept and clauses that only sound like it. */
export type Part = 'train' | 'held-out' | 'second' | 'quotes';

const HERE = new URL('./', import.meta.url);

export interface LabelledFile {
  readonly name: string;
  readonly leads: readonly LabelledLead[];
}

export function readLabelled(part: Part): LabelledFile[] {
  const folder = new URL(`${part}/`, HERE);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .map((name) => ({
      name: name.replace('.ndjson', ''),
      leads: readFileSync(new URL(name, folder), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as LabelledLead),
    }));
}

/** `instructs` labels prompt injections. No detector learns it, because src/prompt-injection finds them by rules. */
export type Label = Concept | 'instructs';

const NAMES: ReadonlySet<string> = new Set<Label>([...CONCEPTS, 'instructs']);

export function parseLabels(labels: string | undefined): Map<Label, Strength> {
  const found = new Map<Label, Strength>();
  if (labels === undefined) return found;
  for (const label of labels.split(' ')) {
    const concept = label.slice(0, -1);
    const strength = Number(label.at(-1));
    if (!NAMES.has(concept) || (strength !== 1 && strength !== 2)) throw new Error(`unknown label: ${label}`);
    found.set(concept as Label, strength);
  }
  return found;
}
