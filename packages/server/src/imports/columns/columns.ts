// Maps the columns of an import file to lead fields. Guesses the mapping from the headers, lets the customer correct
// it, and uses it to turn rows into leads.

import type { ColumnMeaning, SkipReason, Status } from '@leadline/contract';
import type { Lead } from '@leadline/engine';
import { readLeadToStore } from '../../leads/intake/read-lead-to-store.ts';
import type { Stage } from '../../leads/record/work-state.ts';
import { ADDED_COLUMNS, findFreeName } from './column-names.ts';
import type { FileShape } from './file-shape.ts';
import { foldWords } from './fold-words.ts';
import { HEADER_SPELLINGS } from './header-spellings.ts';
import { readDate } from './read-date.ts';
import { readImportedAmount } from './read-imported-amount.ts';
import { findSkipReason, meaningWithout } from './skipped-headers.ts';
import { findHeaderCurrency, findStatedCurrency } from './stated-currency.ts';
import { findOutcome, findStatus, foldStatus } from './status-words.ts';

/** Keyed by column name. */
export type ColumnMapping = Readonly<Record<string, ColumnMeaning>>;

export interface ImportedLead {
  readonly lead: Lead;
  readonly receivedAt: Date | null;
  readonly outcome: ImportedOutcome | null;
  readonly stage: Stage;
  /** The name or email of the person responsible, as the file has it. */
  readonly assignee: string | null;
  /** What the lead is stored without. */
  readonly warnings: readonly RowWarning[];
}

export interface RowWarning {
  readonly kind: 'date' | 'currency';
  readonly column: string;
  /** The one that the amount is in. */
  readonly currency: string | null;
  readonly message: string;
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

/** Assigns at most one column to each meaning. Of the other columns, those that hold the team's own records are ignored,
 * and the rest become custom fields. */
export function guessMapping(columns: readonly string[]): ColumnMapping {
  return guessColumns(columns).mapping;
}

export interface ColumnGuess {
  readonly mapping: ColumnMapping;
  /** Keyed by the names of the columns that are ignored. */
  readonly skipReasons: ReadonlyMap<string, SkipReason>;
}

export function guessColumns(columns: readonly string[]): ColumnGuess {
  const spellings = new Map(columns.map((column) => [column, spellingsOf(column)] as const));
  const columnsBySpelling = new Map<string, string[]>();
  for (const [column, words] of spellings) {
    for (const word of words) columnsBySpelling.set(word, [...(columnsBySpelling.get(word) ?? []), column]);
  }
  const meanings = new Map<string, ColumnMeaning>(columns.map((column) => [column, 'custom']));
  const skipReasons = new Map<string, SkipReason>();
  for (const column of columns.filter((name) => ADDED_COLUMNS.includes(name))) {
    meanings.set(column, 'ignore');
    skipReasons.set(column, 'added_by_us');
  }
  const columnByMeaning = new Map<ColumnMeaning, string>();
  for (const [meaning, words] of Object.entries(HEADER_SPELLINGS) as [ColumnMeaning, string][]) {
    if (OUTCOME_DETAILS.has(meaning) && !hasProgress(columnByMeaning)) continue;
    const column = words
      .split(' ')
      .flatMap((word) => columnsBySpelling.get(word) ?? [])
      .find((candidate) => meanings.get(candidate) === 'custom');
    if (column === undefined) continue;
    meanings.set(column, meaning);
    columnByMeaning.set(meaning, column);
  }
  for (const [column, words] of spellings) {
    if (meanings.get(column) !== 'custom') continue;
    const reason = findSkipReason(column, words, findMeaning(words), columnByMeaning);
    if (reason === null) continue;
    meanings.set(column, 'ignore');
    skipReasons.set(column, reason);
  }
  // In headers like "Vorname, Name" or "Prénom, Nom", the "name" next to a first name is the last name.
  const name = columnByMeaning.get('name');
  if (name !== undefined && columnByMeaning.has('first_name') && !columnByMeaning.has('last_name')) {
    meanings.set(name, 'last_name');
  }
  return { mapping: Object.fromEntries(meanings), skipReasons };
}

/** Without a column that says won or lost, "Reason" and "Amount" are questions of a form. */
const OUTCOME_DETAILS: ReadonlySet<ColumnMeaning> = new Set([
  'outcome_at',
  'outcome_amount',
  'outcome_currency',
  'outcome_reason',
]);

const hasProgress = (assigned: ReadonlyMap<ColumnMeaning, string>): boolean =>
  assigned.has('outcome') || assigned.has('status');

const MEANING_BY_SPELLING = new Map(
  (Object.entries(HEADER_SPELLINGS) as [ColumnMeaning, string][]).flatMap(([meaning, words]) =>
    words.split(' ').map((word) => [word, meaning] as const),
  ),
);

function findMeaning(spellings: Iterable<string>): ColumnMeaning | null {
  for (const spelling of spellings) {
    const meaning = MEANING_BY_SPELLING.get(spelling);
    if (meaning !== undefined) return meaning;
  }
  return null;
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

/** What leads keep as answers. The engine knows these questions, whatever the column is called. */
const QUESTIONS: Partial<Record<ColumnMeaning, string>> = { company: 'Company', title: 'Job title' };

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

/** How this file writes dates and statuses, and the currency of the account. */
export interface Conventions extends Pick<FileShape, 'isDayFirst' | 'statuses'> {
  readonly currency?: string;
}

const MONTH_FIRST: Conventions = { isDayFirst: false };

/** Reads a row using the mapping. Error messages name the column. */
export function readImportedLead(
  fields: Readonly<Record<string, unknown>>,
  mapping: ColumnMapping,
  now: Date,
  conventions: Conventions = MONTH_FIRST,
): ImportedLeadRead {
  const cells = new Map<ColumnMeaning, Cell>();
  const custom = new Map<string, Cell>();
  for (const column of Object.keys(fields)) {
    const value = fields[column];
    // A row can have more columns than the header, and a JSON object can have keys that earlier ones lack.
    const meaning = meaningOf(mapping, column);
    if (meaning === 'ignore' || isEmpty(value)) continue;
    const question = QUESTIONS[meaning];
    if (question !== undefined) addCustom(custom, question, { column, value });
    else if (meaning !== 'custom' && !cells.has(meaning)) cells.set(meaning, { column, value });
    else if (meaning === 'custom' || meaningWithout(meaning) === 'custom')
      addCustom(custom, column, { column, value });
  }

  const warnings: RowWarning[] = [];
  const progress = readProgress(cells, now, conventions, warnings);
  if (!progress.ok) return progress;
  const receivedAt = readDateCell(cells.get('received_at'), now, conventions.isDayFirst, warnings);
  const lead = readLeadCells(cells, custom);
  if (!lead.ok) return lead;
  const assignee = readAssignee(cells.get('assignee'));
  return {
    ok: true,
    value: { lead: lead.value, receivedAt, ...progress.value, assignee, warnings },
  };
}

export const joinWarnings = (warnings: readonly RowWarning[]): string =>
  warnings.map(({ message }) => message).join('; ');

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/** NDJSON rows can nest their custom fields under `custom_fields`, as in the API. */
function addCustom(custom: Map<string, Cell>, question: string, { column, value }: Cell): void {
  const isNested = column === 'custom_fields' && typeof value === 'object' && !Array.isArray(value);
  for (const [name, answer] of isNested ? Object.entries(value as object) : [[question, value] as const]) {
    custom.set(
      findFreeName(name, (other) => custom.has(other)),
      { column: isNested ? name : column, value: answer },
    );
  }
}

function readLeadCells(cells: Cells, custom: ReadonlyMap<string, Cell>): Read<Lead> {
  const answers = Array.from(custom, ([question, { value }]) => [question, value] as const);
  const loose: Record<string, unknown> = { custom_fields: Object.fromEntries(answers) };
  for (const meaning of LEAD_MEANINGS) loose[meaning] = cells.get(meaning)?.value;
  const read = readLeadToStore(loose);
  if (read.ok) return { ok: true, value: read.lead };
  // The engine reports the lead field, but customers know the column by its header.
  const column =
    cells.get(read.field as ColumnMeaning)?.column ??
    (read.field.startsWith(CUSTOM_PREFIX) ? findAsked(custom, read.field.slice(CUSTOM_PREFIX.length)) : null);
  if (read.code === 'missing_contact') return { ok: false, error: 'No email or phone number' };
  if (column === null) return { ok: false, error: read.error };
  return reject(column, read.problem);
}

const findAsked = (custom: ReadonlyMap<string, Cell>, question: string): string =>
  custom.get(question)?.column ?? question;

const CUSTOM_PREFIX = 'custom_fields.';

interface Progress {
  readonly outcome: ImportedOutcome | null;
  readonly stage: Stage;
}

/** An outcome column says won or lost and a status column how far the lead has got, but in many files one says both. */
function readProgress(
  cells: Cells,
  now: Date,
  { isDayFirst, statuses, currency }: Conventions,
  warnings: RowWarning[],
): Read<Progress> {
  const stated = readWord(cells.get('outcome'), (text) => findOutcome(text, statuses), UNKNOWN_OUTCOME);
  if (!stated.ok) return stated;
  const status = readWord(cells.get('status'), (text) => findStatus(text, statuses), UNKNOWN_STATUS);
  if (!status.ok) return status;
  const words = [stated.value, status.value];
  const stage = words.toReversed().find(isStage) ?? 'new';
  const result = words.find(isResult);
  // For an open deal, date, amount and reason are the team's guesses, which must not be scored as answers.
  if (result === undefined) return { ok: true, value: { outcome: null, stage } };
  const at = readDateCell(cells.get('outcome_at'), now, isDayFirst, warnings);
  const amount = readAmountCell(cells, currency, warnings);
  if (!amount.ok) return amount;
  const reason = readReasonCell(cells.get('outcome_reason'));
  if (!reason.ok) return reason;
  const outcome = { outcome: result, at, amount: amount.value, reason: reason.value };
  return { ok: true, value: { outcome, stage } };
}

const UNKNOWN_OUTCOME = 'is not a known outcome; use won, lost, or a status such as new or contacted';
const UNKNOWN_STATUS = 'is not a known status; use new, contacted, qualified, unqualified, won or lost';

const isResult = (word: Status | null): word is 'won' | 'lost' => word === 'won' || word === 'lost';
const isStage = (word: Status | null): word is Stage => word !== null && !isResult(word);

/** The word in a cell of a status or outcome column. Null if there is none. */
export function readStatusWord(value: unknown): string | null {
  if (!isScalar(value) || isPlaceholder(value)) return null;
  const text = String(value);
  return foldStatus(text) === '' ? null : text;
}

/** Null for an empty cell. Ignoring an unknown word would silently lose an outcome. */
function readWord(
  cell: Cell | undefined,
  find: (text: string) => Status | null,
  problem: string,
): Read<Status | null> {
  if (cell === undefined || isPlaceholder(cell.value)) return { ok: true, value: null };
  const word = isScalar(cell.value) ? find(String(cell.value)) : null;
  return word === null ? reject(cell.column, `${quote(cell.value)} ${problem}`) : { ok: true, value: word };
}

/** Longer than any name or email. */
const MAX_ASSIGNEE_LENGTH = 320;

/** A value that can't be a person is treated like an unknown one, which is no reason to reject the lead. */
function readAssignee(cell: Cell | undefined): string | null {
  if (cell === undefined || isPlaceholder(cell.value)) return null;
  if (!isScalar(cell.value)) return '';
  return shorten(String(cell.value), MAX_ASSIGNEE_LENGTH);
}

/** A date that can't be read is no reason to lose the lead. */
function readDateCell(
  cell: Cell | undefined,
  now: Date,
  isDayFirst: boolean,
  warnings: RowWarning[],
): Date | null {
  if (cell === undefined || isPlaceholder(cell.value)) return null;
  const read = readDate(cell.value, now, isDayFirst);
  if (read.ok) return read.date;
  const { error: message } = reject(cell.column, `${quote(cell.value)} ${read.error}`);
  warnings.push({ kind: 'date', column: cell.column, currency: null, message });
  return null;
}

/** An amount in another currency than the account's is left out: nobody knows the rate of that day. */
function readAmountCell(
  cells: Cells,
  currency: string | undefined,
  warnings: RowWarning[],
): Read<number | null> {
  const cell = cells.get('outcome_amount');
  if (cell === undefined || isPlaceholder(cell.value)) return { ok: true, value: null };
  const amount = readImportedAmount(cell.value);
  if (amount === null)
    return reject(cell.column, `${quote(cell.value)} is not a valid amount; write it like 1234.50`);
  const stated = currency === undefined ? null : findCurrency(cell, cells.get('outcome_currency'), currency);
  if (stated === null || stated === currency) return { ok: true, value: amount };
  const { error: message } = reject(
    cell.column,
    `${quote(cell.value)} is in ${stated}, not in ${currency}; the deal value is left out`,
  );
  warnings.push({ kind: 'currency', column: cell.column, currency: stated, message });
  return { ok: true, value: null };
}

/** In the cell, in a column beside it, or in the header. */
function findCurrency(amount: Cell, beside: Cell | undefined, own: string): string | null {
  return (
    findStatedCurrency(String(amount.value), own) ??
    (isScalar(beside?.value)
      ? findStatedCurrency(String(beside.value).slice(0, MAX_CURRENCY_LENGTH), own)
      : null) ??
    findHeaderCurrency(amount.column, own)
  );
}

const MAX_CURRENCY_LENGTH = 40;

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

const quote = (value: unknown): string => (isScalar(value) ? `“${shorten(String(value), 40)}”` : 'the value');

/** Keeps error messages on one readable line. */
function shorten(text: string, length: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return (line.length > length ? `${line.slice(0, length)}…` : line).toWellFormed();
}
