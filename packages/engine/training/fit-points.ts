// Suggests points for each concept, contact detail and budget level: a least-squares fit to the tiers of judged leads,
// with fixed signs and a pull towards the current points. Leads are read by detectors that were not trained on their
// authors, so that points fit what the engine finds in new leads.
//   node packages/engine/training/fit-points.ts --blind FILE   (FILE from npm run train:concepts -- --blind FILE)

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Concept } from '../src/concepts/concepts.ts';
import { findCap } from '../src/risk.ts';
import { DEFAULT_SETTINGS, type WeighedConcept } from '../src/settings.ts';
import { scoreBudget } from '../src/signals/budget.ts';
import { scoreContact } from '../src/signals/contact.ts';
import { scoreForm } from '../src/signals/form.ts';
import { scoreSource } from '../src/signals/source.ts';
import { factsOf, readBlindLeads } from './blind-leads.ts';
import type { Thresholds } from './thresholds.ts';

const { values } = parseArgs({
  options: { blind: { type: 'string' }, pull: { type: 'string', default: '60' } },
});
if (values.blind === undefined) throw new Error('--blind FILE is required');
const thresholds = JSON.parse(
  readFileSync(new URL('../src/concepts/thresholds.json', import.meta.url), 'utf8'),
) as Thresholds;

const TARGETS: Readonly<Record<string, number>> = {
  'call-now': 90,
  good: 68,
  nurture: 44,
  weak: 24,
  discard: 10,
};
const AGAINST: ReadonlySet<string> = new Set(['not-ready', 'information', 'no-money']);

interface Row {
  readonly features: Map<string, number>;
  readonly target: number;
  readonly tier: string;
}

const settings = DEFAULT_SETTINGS;
const rows = readBlindLeads(values.blind).flatMap((blind): Row[] => {
  const facts = factsOf(blind, thresholds);
  const { findings } = facts.reading;
  const cap = findCap(findings, false);
  // A capped score does not depend on points.
  if (cap !== null && !cap.isDoubt) return [];
  const features = new Map<string, number>();
  const set = (key: string): void => void features.set(key, 1);
  const entries = scoreContact(facts, settings).concat(
    scoreBudget(facts, settings),
    scoreSource(facts, settings),
    scoreForm(facts.reading, settings),
  );
  for (const { code } of entries) set(code);
  if (cap !== null) set('doubt');
  for (const { concept, strength } of findings) {
    if (!Object.hasOwn(settings.concepts, concept)) continue;
    set(concept);
    if (strength === 2) set(`${concept}+`);
  }
  const has = (concept: Concept, minStrength: number): boolean =>
    findings.some((finding) => finding.concept === concept && finding.strength >= minStrength);
  if (has('trigger', 2) && has('urgent', 2) && has('stakes', 1)) set('emergency');
  return [{ features, target: TARGETS[blind.tier] as number, tier: blind.tier }];
});

// --- fit -------------------------------------------------------------------------------------------

const names = [...new Set(rows.flatMap(({ features }) => [...features.keys()]))].sort();
const prior = new Map(names.map((name) => [name, priorOf(name)]));
const weights = new Map(prior);
let base = 0;
const pull = Number(values.pull);
for (let round = 0; round < 25; round++) {
  const residual = rows.map(({ features, target }) => target - predict(features));
  base += mean(residual);
  for (const name of names) {
    let slope = 0;
    let count = 0;
    for (const { features, target } of rows) {
      if (!features.has(name)) continue;
      slope += target - predict(features);
      count++;
    }
    const before = weights.get(name) as number;
    const goal = prior.get(name) as number;
    const next = before + (slope + pull * (goal - before)) / (count + pull);
    weights.set(name, bound(name, next));
  }
}

function predict(features: ReadonlyMap<string, number>): number {
  let sum = base;
  for (const name of features.keys()) sum += weights.get(name) ?? 0;
  return sum;
}

function bound(name: string, value: number): number {
  const concept = name.replace('+', '');
  if (AGAINST.has(concept)) return Math.min(0, value);
  if (concept in settings.concepts || name === 'emergency') return Math.max(0, value);
  return value;
}

function priorOf(name: string): number {
  const concept = name.replace('+', '') as WeighedConcept;
  const points = settings.concepts[concept];
  if (points !== undefined) return name.endsWith('+') ? points.strong - points.present : points.present;
  return 0;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

console.log(`${rows.length} leads, base ${base.toFixed(1)}`);
for (const name of names) {
  const count = rows.filter(({ features }) => features.has(name)).length;
  console.log(
    `${name.padEnd(22)}${String(count).padStart(6)}  ${(prior.get(name) as number).toFixed(0).padStart(4)} → ${(weights.get(name) as number).toFixed(1)}`,
  );
}
for (const tier of Object.keys(TARGETS)) {
  const own = rows.filter((row) => row.tier === tier).map(({ features }) => predict(features));
  console.log(`${tier.padEnd(10)} ${own.length} leads, mean ${mean(own).toFixed(1)}`);
}
