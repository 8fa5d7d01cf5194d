// Which incoming field became which field of the lead. The engine reads; this finds what it sent where, by comparing.

import type { Lead, readLead, unwrap } from '@leadline/engine';

export interface Engine {
  readonly unwrap: typeof unwrap;
  readonly readLead: typeof readLead;
}

/** `hidden`: a secret, which is not kept here, so that nobody can tell. */
export type Destination = (typeof TEXT_FIELDS)[number] | 'question' | 'nothing' | 'hidden';

export interface TracedField {
  /** As it was called when it came in. */
  readonly name: string;
  readonly value: string;
  readonly became: Destination;
}

export interface Reading {
  readonly fields: readonly TracedField[];
  /** Whether something was put around the lead that had to be opened first. */
  readonly isWrapped: boolean;
}

const TEXT_FIELDS = ['name', 'email', 'phone', 'budget', 'message', 'source'] as const;
/** The server writes it where a secret stood, before it keeps a body. */
const REMOVED = '[removed]';
/** As a key of ours stands in what is kept. A lead never holds one. */
const OUR_KEY = /^ll_(?:live|test|intake)_…$/;

export function traceFields(engine: Engine, body: unknown): Reading {
  const { fields } = engine.unwrap(body);
  const read = engine.readLead(fields);
  const lead = read.ok ? read.lead : null;
  const sent = listFields(fields);
  return {
    fields: sent.map((field) => ({ ...field, became: lead === null ? 'nothing' : trace(field, lead, sent) })),
    isWrapped: fields !== body,
  };
}

interface SentField {
  readonly name: string;
  readonly value: string;
}

/** Questions under `custom_fields` stand among the others. */
function listFields(fields: unknown): readonly SentField[] {
  if (!isRecord(fields)) return [];
  const { custom_fields: custom, ...others } = fields;
  return [...Object.entries(others), ...Object.entries(isRecord(custom) ? custom : {})].map(
    ([name, value]) => ({ name, value: writeValue(value) }),
  );
}

function trace({ name, value }: SentField, lead: Lead, sent: readonly SentField[]): Destination {
  if (value === REMOVED) return 'hidden';
  if (value === '' || OUR_KEY.test(value)) return 'nothing';
  if (isQuestion(lead, name, value)) return 'question';
  const own = TEXT_FIELDS.find((field) => field === name);
  if (own !== undefined) return lead[own] === value ? own : 'nothing';
  // A field that came under its own name was filled by that.
  const isFree = (field: string): boolean =>
    !sent.some((other) => other.name === field && other.value !== '');
  const alike = TEXT_FIELDS.find((field) => lead[field] === value && isFree(field));
  if (alike !== undefined) return alike;
  if (isFree('name') && lead.name.split(' ').some((_, at, words) => isPart(words, at, value))) return 'name';
  return TEXT_FIELDS.find((field) => lead[field] === value) ?? 'nothing';
}

/** A question that came twice has a number: `Size (2)`. */
const isQuestion = (lead: Lead, name: string, value: string): boolean =>
  Object.entries(lead.custom_fields).some(
    ([question, answer]) => answer === value && (question === name || question.startsWith(`${name} (`)),
  );

/** First and last name are put together. */
const isPart = (words: readonly string[], at: number, value: string): boolean =>
  words.slice(0, at + 1).join(' ') === value || words.slice(at).join(' ') === value;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function writeValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(writeValue).filter(Boolean).join(', ');
  if (typeof value === 'number') return String(Math.round(value * 100) / 100);
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
}
