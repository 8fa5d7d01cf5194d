// What operations.json refers to as `${ana.result.score}`: the leads of the examples, and what the engine of this version makes of
// them, so that the examples never go stale.

import type { StoredScore } from '@leadline/contract';
import {
  DEFAULT_SETTINGS,
  ENGINE_VERSION,
  explain,
  type Lead,
  QUESTION_TOPICS,
  SETTING_GROUPS,
  score,
  summariseReasons,
} from '@leadline/engine';
import { toDetail, toStored } from '../../leads/record/stored-result.ts';

/** “By Friday” depends on the day. */
const NOW = new Date('2026-11-16T09:00:00Z');

const ANA = {
  name: 'Ana Lopez',
  email: 'ana@acme.com',
  phone: '+12125550123',
  budget: '$15k-20k',
  message: 'We need 40 laptops by Friday',
  source: 'google',
  custom_fields: { 'When do you want to start?': 'Now' },
};

const BO = {
  ...ANA,
  name: 'Bo Ek',
  email: 'bo@initech.com',
  message: 'Can you send a quote for 12 desks?',
};

/** In the file of the example of an upload. */
const DEE = {
  name: 'Dee Fox',
  email: 'dee@globex.com',
  phone: '',
  budget: '',
  message: 'Need 5 chairs',
  source: '',
  custom_fields: {},
};

function scoreLead(lead: Lead) {
  const scored = score(lead, { now: NOW });
  const result = toDetail(toStored(scored, null));
  const { closing } = result;
  const why = summariseReasons(result.grade, scored.ledger);
  return { lead, result, data: toData(result), closing, why, explanation: explain(lead, { now: NOW }) };
}

/** The response of a scoring call. */
const toData = ({
  score,
  grade,
  priority_action,
  closing_probability,
  ledger,
  ai,
  contact_grade,
}: StoredScore) => ({
  score,
  grade,
  priority_action,
  closing_probability,
  reasons: ledger.map(({ text }) => text),
  ai,
  contact_grade,
});

const CHANGED_SETTINGS = {
  ...DEFAULT_SETTINGS,
  grades: { ...DEFAULT_SETTINGS.grades, hot: 75 },
  questions: { 'How soon?': 'timeline' },
};

const VALUES: unknown = {
  version: ENGINE_VERSION,
  ana: scoreLead(ANA),
  bo: scoreLead(BO),
  dee: scoreLead(DEE),
  settings: {
    defaults: DEFAULT_SETTINGS,
    live: { ...CHANGED_SETTINGS, version: 'v3' },
    draft: { ...CHANGED_SETTINGS, version: 'draft' },
    groups: SETTING_GROUPS.slice(0, 1),
    topics: QUESTION_TOPICS,
  },
};

/** A text that is nothing but a reference becomes the value itself. */
export function fillIn(example: unknown): unknown {
  if (Array.isArray(example)) return example.map(fillIn);
  if (typeof example === 'object' && example !== null)
    return Object.fromEntries(Object.entries(example).map(([key, value]) => [key, fillIn(value)]));
  if (typeof example !== 'string') return example;
  const [, path] = /^\$\{([\w.]+)\}$/.exec(example) ?? [];
  if (path !== undefined) return valueAt(path);
  return example.replace(/\$\{([\w.]+)\}/g, (_, path: string) => String(valueAt(path)));
}

function valueAt(path: string): unknown {
  let value = VALUES;
  for (const name of path.split('.')) value = (value as Record<string, unknown>)[name];
  if (value === undefined) throw new Error(`operations.json refers to ${path}, which isn't there`);
  return value;
}
