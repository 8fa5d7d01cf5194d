// Works out which lead field each submitted field ended up in, by comparing the request with what the engine read.

import type { Lead, readLead, unwrap } from '@leadline/engine';

export interface Engine {
  readonly unwrap: typeof unwrap;
  readonly readLead: typeof readLead;
}

/** `hidden`: a secret. Its value isn't stored, so we can't tell where it ended up. */
export type Destination = (typeof TEXT_FIELDS)[number] | 'question' | 'nothing' | 'hidden';

export interface TracedField {
  /** As sent. */
  readonly name: string;
  readonly value: string;
  readonly destination: Destination;
}

export interface Reading {
  readonly fields: readonly TracedField[];
  /** Whether the lead was nested inside a larger payload from the tool that sent it. */
  readonly isWrapped: boolean;
}

const TEXT_FIELDS = ['name', 'email', 'phone', 'budget', 'message', 'source'] as const;
/** The server replaces secrets with this before it stores a body. */
const REMOVED = '[removed]';
/** What Leadline's own keys look like once stored. They never become part of a lead. */
const LEADLINE_KEY = /^ll_(?:live|test|intake)_…$/;

export function traceFields(engine: Engine, body: unknown): Reading {
  const { fields, tool } = engine.unwrap(body);
  const read = engine.readLead(fields);
  const lead = read.ok ? read.lead : null;
  const sent = listFields(fields);
  return {
    fields: sent.map((field) => ({
      ...field,
      destination: lead === null ? 'nothing' : trace(field, lead, sent),
    })),
    // An HTML form, like the embedded one, sends the lead itself, with a few fields that steer the response.
    isWrapped: fields !== body && tool !== 'html',
  };
}

interface SentField {
  readonly name: string;
  readonly value: string;
}

/** Includes the questions under `custom_fields`. */
function listFields(fields: unknown): readonly SentField[] {
  if (!isRecord(fields)) return [];
  const { custom_fields: custom, ...others } = fields;
  return [...Object.entries(others), ...Object.entries(isRecord(custom) ? custom : {})].map(
    ([name, value]) => ({ name, value: formatValue(value) }),
  );
}

function trace({ name, value }: SentField, lead: Lead, sent: readonly SentField[]): Destination {
  if (value === REMOVED) return 'hidden';
  if (value === '' || LEADLINE_KEY.test(value)) return 'nothing';
  if (isQuestion(lead, name, value)) return 'question';
  const own = TEXT_FIELDS.find((field) => field === name);
  if (own !== undefined) return lead[own] === value ? own : 'nothing';
  // If a lead field was sent under its own name, its value can't have come from another field.
  const isFree = (field: string): boolean =>
    !sent.some((other) => other.name === field && other.value !== '');
  const alike = TEXT_FIELDS.find((field) => lead[field] === value && isFree(field));
  if (alike !== undefined) return alike;
  if (isFree('name') && lead.name.split(' ').some((_, at, words) => isPart(words, at, value))) return 'name';
  return TEXT_FIELDS.find((field) => lead[field] === value) ?? 'nothing';
}

/** Repeated questions are numbered: `Size (2)`. */
const isQuestion = (lead: Lead, name: string, value: string): boolean =>
  Object.entries(lead.custom_fields).some(
    ([question, answer]) => answer === value && (question === name || question.startsWith(`${name} (`)),
  );

/** The lead has one full name, so a first or last name that was sent matches either end of it. */
const isPart = (words: readonly string[], at: number, value: string): boolean =>
  words.slice(0, at + 1).join(' ') === value || words.slice(at).join(' ') === value;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(formatValue).filter(Boolean).join(', ');
  if (typeof value === 'number') return String(Math.round(value * 100) / 100);
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
}
