// Maps the columns of an import file to lead fields. Guesses the mapping from the headers, lets the customer correct
// it, and uses it to turn rows into leads.

import type { ColumnMeaning } from '@leadline/contract';
import type { Lead } from '@leadline/engine';
import { readLeadToStore } from '../leads/read-lead-to-store.ts';
import { ADDED_COLUMNS, findFreeName } from './column-names.ts';
import { foldWords } from './fold-words.ts';
import { HEADER_SPELLINGS } from './header-spellings.ts';
import { findOutcome } from './outcome-words.ts';
import { readDate } from './read-date.ts';
import { readImportedAmount } from './read-imported-amount.ts';

/** Keyed by column name. */
export type ColumnMapping = Readonly<Record<string, ColumnMeaning>>;

export interface ImportedLead {
  readonly lead: Lead;
  readonly receivedAt: Date | null;
  readonly outcome: ImportedOutcome | null;
}

export interface ImportedOutcome {
  readonly outcome: 'won' | 'lost';
  readonly at: Date | null;
  readonly amount: number | null;
  readonly reason: string | null;
}

export type ImportedLeadRead =
  | { readonly ok: true; readonly value: ImportedLead }
  | { readonly ok: false; readonly error: string };

// --- guessing ---------------------------------------------------------------------------------

/** Assigns at most one column to each meaning. Unrecognized columns become custom fields. */
export function guessMapping(columns: readonly string[]): ColumnMapping {
  const columnsBySpelling = new Map<string, string[]>();
  for (const column of columns) {
    for (const spelling of spellingsOf(column)) {
      columnsBySpelling.set(spelling, [...(columnsBySpelling.get(spelling) ?? []), column]);
    }
  }
  const meanings = new Map<string, ColumnMeaning>(
    columns.map((column) => [column, ADDED_COLUMNS.includes(column) ? 'ignore' : 'custom']),
  );
  const columnByMeaning = new Map<ColumnMeaning, string>();
  for (const [meaning, spellings] of Object.entries(HEADER_SPELLINGS) as [ColumnMeaning, string][]) {
    const column = spellings
      .split(' ')
      .flatMap((spelling) => columnsBySpelling.get(spelling) ?? [])
      .find((candidate) => meanings.get(candidate) === 'custom');
    if (column === undefined) continue;
    meanings.set(column, meaning);
    columnByMeaning.set(meaning, column);
  }
  // In headers like "Vorname, Name" or "Prénom, Nom", the "name" next to a first name is the last name.
  const name = columnByMeaning.get('name');
  if (name !== undefined && columnByMeaning.has('first_name') && !columnByMeaning.has('last_name')) {
    meanings.set(name, 'last_name');
  }
  return Object.fromEntries(meanings);
}

/** JSON keys can be any length. */
const MAX_HEADER_LENGTH = 200;

/** `Person - Email (work) *` → `personemailwork`, `personemail`, `emailwork` */
function spellingsOf(name: string): ReadonlySet<string> {
  const column = name.slice(0, MAX_HEADER_LENGTH);
  const fold = (text: string): string => foldWords(text).replaceAll(' ', '');
  return new Set([
    fold(column),
    fold(column.replace(/\(.*?\)/g, '')),
    fold(column.replace(/^\s*(?:person|contact|lead)\s*[-:.]\s*/i, '')),
  ]);
}

// --- reading ----------------------------------------------------------------------------------

interface Cell {
  readonly column: string;
  readonly value: unknown;
}

type Cells = ReadonlyMap<ColumnMeaning, Cell>;

const LEAD_MEANINGS = [
  'name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'budget',
  'message',
  'source',
] as const;
/** The same limit as in the outcomes API. */
const MAX_REASON_LENGTH = 2_000;
/** Placeholders that exports use for empty cells. */
const PLACEHOLDER = /^(?:|[-–—]+|n\/?a|none|null|undefined)$/i;

/** Checks for an own property, because a column can have any name, even `constructor`. */
export const meaningOf = (mapping: ColumnMapping, column: string): ColumnMeaning =>
  (Object.hasOwn(mapping, column) ? mapping[column] : undefined) ?? 'custom';

/** Reads a row using the mapping. Error messages name the column. */
export function readImportedLead(
  fields: Readonly<Record<string, unknown>>,
  mapping: ColumnMapping,
  now: Date,
  isDayFirst = false,
): ImportedLeadRead {
  const cells = new Map<ColumnMeaning, Cell>();
  const custom = new Map<string, unknown>();
  for (const column of Object.keys(fields)) {
    const value = fields[column];
    // A row can have more columns than the header, and a JSON object can have keys that earlier ones lack.
    const meaning = meaningOf(mapping, column);
    if (meaning === 'ignore' || isEmpty(value)) continue;
    if (meaning !== 'custom' && !cells.has(meaning)) cells.set(meaning, { column, value });
    else addCustom(custom, column, value);
  }

  const outcome = readOutcome(cells, now, isDayFirst);
  if (!outcome.ok) return outcome;
  // For an open deal, the date and amount are only expected, so they are kept as custom fields.
  if (outcome.value === null) {
    for (const meaning of ['outcome_at', 'outcome_amount', 'outcome_reason'] as const) {
      const cell = cells.get(meaning);
      if (cell !== undefined) addCustom(custom, cell.column, cell.value);
    }
  }
  const receivedAt = readDateCell(cells.get('received_at'), now, isDayFirst);
  if (!receivedAt.ok) return receivedAt;
  const lead = readLeadCells(cells, custom);
  if (!lead.ok) return lead;
  return { ok: true, value: { lead: lead.value, receivedAt: receivedAt.value, outcome: outcome.value } };
}

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/** NDJSON rows can nest their custom fields under `custom_fields`, as in the API. */
function addCustom(custom: Map<string, unknown>, column: string, value: unknown): void {
  const isNested = column === 'custom_fields' && typeof value === 'object' && !Array.isArray(value);
  for (const [name, answer] of isNested ? Object.entries(value as object) : [[column, value] as const]) {
    custom.set(
      findFreeName(name, (other) => custom.has(other)),
      answer,
    );
  }
}

function readLeadCells(cells: Cells, custom: ReadonlyMap<string, unknown>): Read<Lead> {
  const loose: Record<string, unknown> = { custom_fields: Object.fromEntries(custom) };
  for (const meaning of LEAD_MEANINGS) loose[meaning] = cells.get(meaning)?.value;
  const read = readLeadToStore(loose);
  if (read.ok) return { ok: true, value: read.lead };
  // The engine reports the lead field, but customers know the column by its header.
  const column =
    cells.get(read.field as ColumnMeaning)?.column ??
    (read.field.startsWith(CUSTOM_PREFIX) ? read.field.slice(CUSTOM_PREFIX.length) : null);
  if (column === null || read.code === 'missing_contact') return { ok: false, error: read.error };
  return reject(column, read.problem);
}

const CUSTOM_PREFIX = 'custom_fields.';

function readOutcome(cells: Cells, now: Date, isDayFirst: boolean): Read<ImportedOutcome | null> {
  const cell = cells.get('outcome');
  if (cell === undefined) return { ok: true, value: null };
  const outcome = isPlaceholder(cell.value)
    ? 'open'
    : isScalar(cell.value)
      ? findOutcome(String(cell.value))
      : null;
  // Ignoring an unknown word would silently lose an outcome.
  if (outcome === null) {
    return reject(cell.column, `${quote(cell.value)} is not a known outcome; use won, lost or open`);
  }
  if (outcome === 'open') return { ok: true, value: null };
  const at = readDateCell(cells.get('outcome_at'), now, isDayFirst);
  if (!at.ok) return at;
  const amount = readAmountCell(cells.get('outcome_amount'));
  if (!amount.ok) return amount;
  const reason = readReasonCell(cells.get('outcome_reason'));
  if (!reason.ok) return reason;
  return { ok: true, value: { outcome, at: at.value, amount: amount.value, reason: reason.value } };
}

function readDateCell(cell: Cell | undefined, now: Date, isDayFirst: boolean): Read<Date | null> {
  if (cell === undefined || isPlaceholder(cell.value)) return { ok: true, value: null };
  const read = readDate(cell.value, now, isDayFirst);
  return read.ok ? { ok: true, value: read.date } : reject(cell.column, `${quote(cell.value)} ${read.error}`);
}

function readAmountCell(cell: Cell | undefined): Read<number | null> {
  if (cell === undefined || isPlaceholder(cell.value)) return { ok: true, value: null };
  const amount = readImportedAmount(cell.value);
  return amount === null
    ? reject(cell.column, `${quote(cell.value)} is not a valid amount; write it like 1234.50`)
    : { ok: true, value: amount };
}

function readReasonCell(cell: Cell | undefined): Read<string | null> {
  if (cell === undefined || isPlaceholder(cell.value)) return { ok: true, value: null };
  if (!isScalar(cell.value)) return reject(cell.column, 'must be text');
  const reason = String(cell.value).trim();
  if (reason.length > MAX_REASON_LENGTH) return reject(cell.column, 'must be 2,000 characters or fewer');
  if (!reason.isWellFormed() || reason.includes('\0')) {
    return reject(cell.column, 'contains an invalid character (NUL or an unpaired surrogate)');
  }
  return { ok: true, value: reason };
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

const isPlaceholder = (value: unknown): boolean =>
  typeof value === 'string' && PLACEHOLDER.test(value.trim());

const reject = (column: string, problem: string): { readonly ok: false; readonly error: string } => ({
  ok: false,
  error: `${shorten(column, 80)}: ${problem}`,
});

const quote = (value: unknown): string => (isScalar(value) ? `"${shorten(String(value), 40)}"` : 'the value');

/** Keeps error messages on one readable line. */
function shorten(text: string, length: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return (line.length > length ? `${line.slice(0, length)}…` : line).toWellFormed();
}
