// Reads what Odoo answers. A customer chooses the server that answers, so anything can come: nothing here takes longer or
// returns more than what was asked for.

import { MAX_DEAL_VALUE } from '@leadline/contract/limits';
import type { CrmField, FieldValue, PulledDeal } from './adapter.ts';
import { CrmError } from './crm-error.ts';

export interface OdooRow {
  readonly id: number;
  readonly [field: string]: unknown;
}

const MAPPABLE = new Set(['char', 'text', 'html', 'integer', 'float', 'datetime']);
const MAX_FIELDS = 300;
/** As long as the name of a column in PostgreSQL may be. */
const MAX_FIELD_NAME_LENGTH = 63;
/** We write 5,000 characters at most, and five of HTML for each. Longer texts are somebody else's, whatever they end with. */
const MAX_TEXT_LENGTH = 30_000;
const MAX_EMAIL_LENGTH = 320;

export const unexpected = (): CrmError =>
  new CrmError('wrong_address', 'the address does not answer like Odoo; check it');

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

export function readObject(answer: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(answer)) throw unexpected();
  return answer;
}

/** At most as many as were asked for. */
export function readRows(answer: unknown, limit: number): OdooRow[] {
  if (!Array.isArray(answer)) throw unexpected();
  const rows = answer.slice(0, limit);
  if (!rows.every((row) => isObject(row) && isId(row.id))) throw unexpected();
  return rows;
}

/** The IDs of the records that were loaded, or which of them Odoo rejects, as far as it says so. */
export function readLoaded(
  answer: unknown,
  count: number,
): { readonly ids: readonly number[] } | { readonly rejected: ReadonlySet<number> } {
  const { ids, messages } = readObject(answer);
  if (Array.isArray(ids)) {
    if (ids.length !== count || !ids.every(isId) || new Set(ids).size !== count) throw unexpected();
    return { ids };
  }
  const rejected = new Set<number>();
  for (const message of Array.isArray(messages) ? messages.slice(0, count) : []) {
    if (!isObject(message) || message.type !== 'error' || !isObject(message.rows)) continue;
    const { from, to } = message.rows;
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) continue;
    for (let row = Math.max(0, Number(from)); row <= Math.min(count - 1, Number(to)); row++)
      rejected.add(row);
  }
  return { rejected };
}

/** Those that values can be written to, by label. */
export function readFields(answer: unknown): CrmField[] {
  const fields = Object.entries(readObject(answer)).flatMap(([name, field]): CrmField[] => {
    if (!isObject(field) || name.length > MAX_FIELD_NAME_LENGTH) return [];
    const { string: label, type, readonly, store } = field;
    if (typeof type !== 'string' || !MAPPABLE.has(type) || readonly === true || store === false) return [];
    return [{ name, label: (asText(label) || name).slice(0, 100), type }];
  });
  return fields.toSorted((a, b) => (a.label < b.label ? -1 : 1)).slice(0, MAX_FIELDS);
}

export function readValue(type: string | undefined, value: unknown): FieldValue {
  // Odoo has no empty number.
  if (type === 'integer' || type === 'float') return typeof value === 'number' && value !== 0 ? value : null;
  const text = asText(value).slice(0, MAX_TEXT_LENGTH);
  if (text.trim() === '') return null;
  if (type === 'datetime') return readTime(text)?.toISOString() ?? null;
  return type === 'html' ? unescapeHtml(text) : text;
}

export function readDeal(
  row: OdooRow,
  wonStages: ReadonlySet<number>,
  amountField: string | null,
): PulledDeal {
  const stage = Array.isArray(row.stage_id) && isId(row.stage_id[0]) ? row.stage_id[0] : 0;
  const isWon = row.active === true && (wonStages.has(stage) || row.probability === 100);
  const now = new Date();
  const closedAt = readTime(asText(row.date_closed)) ?? readTime(asText(row.write_date)) ?? now;
  const id = String(row.id);
  return {
    dealId: id,
    recordId: id,
    email: asText(row.email_from).slice(0, MAX_EMAIL_LENGTH),
    outcome: isWon ? 'won' : row.active === false ? 'lost' : 'open',
    amount: isWon && amountField !== null ? readAmount(row[amountField]) : null,
    closedAt: closedAt > now ? now : closedAt,
  };
}

/** To the cent, as we store it: an amount that differs from the stored one would be recorded with every sync. */
function readAmount(value: unknown): number | null {
  if (typeof value !== 'number' || !(value > 0 && value <= MAX_DEAL_VALUE)) return null;
  return Math.round(value * 100) / 100 || null;
}

export const toOdooTime = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ');

/** Null if it is not a time. */
function readTime(text: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(text)) return null;
  const time = new Date(`${text.slice(0, 19).replace(' ', 'T')}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

export const escapeHtml = (text: string): string =>
  `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>')}</p>`;

/** A tag that begins again isn't searched for its end: many `<` would take quadratic time. */
const unescapeHtml = (html: string): string =>
  html
    .replace(/<br\s*\/?>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();

/** What Odoo reports by the name of its exception. */
export class OdooFault extends CrmError {
  readonly exception: string;

  constructor(exception: string) {
    super('rejected', `Odoo rejected a request (${exception.slice(0, 80).replace(/[^\w.]/g, '')})`);
    this.exception = exception;
  }
}

export function readFault(error: unknown): Error {
  const data = isObject(error) ? error.data : undefined;
  const exception = isObject(data) ? asText(data.name) : '';
  if (exception === 'odoo.exceptions.AccessDenied')
    return new CrmError('unauthorized', 'Odoo rejected the login or API key');
  if (exception === 'odoo.exceptions.AccessError')
    return new CrmError('forbidden', 'this Odoo user may not do that; give it access to all leads of Sales');
  // Two transactions that meet, and restarts.
  if (exception.startsWith('psycopg2.'))
    return new CrmError('unavailable', 'the database of Odoo is busy or cannot be reached');
  return new OdooFault(exception);
}
