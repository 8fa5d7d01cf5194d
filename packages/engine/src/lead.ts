// Makes the lead of the interface out of the loose object a form sends, or out of the envelope that a form tool puts
// around it. Nothing is dropped: what is not a field of the lead becomes a custom field.

import { type AliasedField, findField, TEXT_FIELDS, type TextField } from './field-aliases.ts';
import { findContact, findContactInText } from './find-contact.ts';
import { unwrap } from './form-tools/unwrap.ts';
import { isRecord } from './is-record.ts';
import { formatAmount } from './money/format-amount.ts';

export interface Lead {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly budget: string;
  readonly message: string;
  readonly source: string;
  readonly custom_fields: Readonly<Record<string, string>>;
}

export type LeadRead =
  | { readonly ok: true; readonly lead: Lead }
  | { readonly ok: false; readonly field: string; readonly error: string };

const MAX_TEXT_LENGTH = 20_000;
const MAX_CUSTOM_FIELDS = 200;
const MAX_TOTAL_LENGTH = 100_000;
const MAX_KEY_LENGTH = 1_000;
/** More than any form has; counted before anything is read. */
const MAX_FIELDS = 1_000;

export function readLead(sent: unknown): LeadRead {
  const input = unwrap(sent).fields;
  if (!isRecord(input)) return refuse('lead', 'must be a JSON object');
  if (Object.keys(input).length > MAX_FIELDS)
    return refuse('lead', `holds more than ${formatAmount(MAX_FIELDS)} fields`);
  const texts: Record<TextField, string> = {
    name: '',
    email: '',
    phone: '',
    budget: '',
    message: '',
    source: '',
  };
  const custom = new Map<string, string>();
  const aliased: [field: AliasedField, key: string, value: string][] = [];

  for (const key of Object.keys(input)) {
    const value = input[key];
    if (key === 'custom_fields') continue;
    if (isTextField(key)) {
      const text = readScalar(value);
      if (text === null) return refuse(key, 'must be text');
      texts[key] = text;
      continue;
    }
    const text = readAnswer(value);
    if (text === null) return refuse(key, 'must be text, a number, true or false, or a list of these');
    if (text === '') continue;
    const field = findField(key);
    if (field === null) custom.set(key, text);
    else aliased.push([field, key, text]);
  }

  placeAliases(texts, aliased, custom);
  const refused = readCustomFields(input.custom_fields, custom);
  if (refused !== null) return refused;
  if (texts.email === '' && texts.phone === '') takeContact(texts, custom);
  takeFromMessage(texts);
  return check({ ...texts, custom_fields: Object.fromEntries(custom) });
}

/** An alias fills its field when that is blank; otherwise it stays, under its own name. */
function placeAliases(
  texts: Record<TextField, string>,
  aliased: readonly [field: AliasedField, key: string, value: string][],
  custom: Map<string, string>,
): void {
  const nameParts = { first: '', last: '' };
  const namePartKeys: [key: string, value: string][] = [];
  for (const [field, key, value] of aliased) {
    if (field === 'first' || field === 'last') {
      if (nameParts[field] === '') {
        namePartKeys.push([key, value]);
        nameParts[field] = value;
      } else if (nameParts[field] !== value) custom.set(key, value);
    } else if (texts[field] === '') texts[field] = value;
    else if (texts[field] !== value) custom.set(key, value);
  }
  if (texts.name === '') texts.name = `${nameParts.first} ${nameParts.last}`.trim();
  else for (const [key, value] of namePartKeys) custom.set(key, value);
}

/** "Where can we reach you?" is no alias, but its answer speaks for itself. */
function takeContact(texts: Record<TextField, string>, custom: Map<string, string>): void {
  for (const [field, question] of Object.entries(findContact(custom))) {
    texts[field as 'email' | 'phone'] = custom.get(question) as string;
    custom.delete(question);
  }
}

/** "Call me on 0161 496 0100" is as good as a field, where the field is empty. */
function takeFromMessage(texts: Record<TextField, string>): void {
  if (texts.message === '' || (texts.email !== '' && texts.phone !== '')) return;
  const found = findContactInText(texts.message);
  if (texts.email === '' && found.email !== undefined) texts.email = found.email;
  if (texts.phone === '' && found.phone !== undefined) texts.phone = found.phone;
}

function readCustomFields(value: unknown, custom: Map<string, string>): LeadRead | null {
  if (value === undefined || value === null) return null;
  if (!isRecord(value)) return refuse('custom_fields', 'must be an object of questions and answers');
  if (Object.keys(value).length > MAX_FIELDS)
    return refuse('custom_fields', `hold more than ${MAX_CUSTOM_FIELDS} fields`);
  for (const question of Object.keys(value)) {
    const answer = readAnswer(value[question]);
    if (answer === null) {
      return refuse(`custom_fields.${question}`, 'must be text, a number, true or false, or a list of these');
    }
    if (answer === '') continue;
    const taken = custom.get(question);
    if (taken === undefined || taken === answer) custom.set(question, answer);
    else custom.set(freeName(question, custom), answer);
  }
  return null;
}

function freeName(question: string, custom: ReadonlyMap<string, string>): string {
  let number = 2;
  while (custom.has(`${question} (${number})`)) number++;
  return `${question} (${number})`;
}

function check(lead: Lead): LeadRead {
  for (const field of TEXT_FIELDS) {
    if (lead[field].length > MAX_TEXT_LENGTH) return refuse(field, tooLong(MAX_TEXT_LENGTH));
    if (!isWholeText(lead[field])) return refuse(field, NOT_WHOLE_TEXT);
  }
  const questions = Object.keys(lead.custom_fields);
  if (questions.length > MAX_CUSTOM_FIELDS) {
    return refuse('custom_fields', `holds ${questions.length} fields; ${MAX_CUSTOM_FIELDS} at most`);
  }
  for (const question of questions) {
    const answer = lead.custom_fields[question] as string;
    if (question === '__proto__') return refuse(question, 'is no name for a field');
    if (!isWholeText(question)) return refuse('custom_fields', `has a question that ${NOT_WHOLE_TEXT}`);
    if (!isWholeText(answer)) return refuse(`custom_fields.${question}`, NOT_WHOLE_TEXT);
    if (question.length > MAX_KEY_LENGTH)
      return refuse('custom_fields', `a question is ${tooLong(MAX_KEY_LENGTH)}`);
    if (answer.length > MAX_TEXT_LENGTH) return refuse(`custom_fields.${question}`, tooLong(MAX_TEXT_LENGTH));
  }
  const total = questions.reduce((sum, question) => sum + (lead.custom_fields[question] as string).length, 0);
  if (total > MAX_TOTAL_LENGTH) return refuse('custom_fields', `are together ${tooLong(MAX_TOTAL_LENGTH)}`);
  if (lead.email === '' && lead.phone === '') {
    return refuse('email', 'is missing, and so is phone; one of the two is required');
  }
  return { ok: true, lead };
}

/** Neither NUL nor half a surrogate pair: no database and no other language takes them. */
const isWholeText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
const NOT_WHOLE_TEXT = 'holds a character that is none (NUL or half a surrogate pair)';

const tooLong = (limit: number): string => `longer than ${formatAmount(limit)} characters`;

/** Field names in errors are the sender's own: shortened, so that an error stays one readable line. */
function refuse(field: string, problem: string): LeadRead {
  const name = field.replace(/\p{Cc}/gu, ' ');
  const shown =
    name.trim() === '' ? '(a field without a name)' : name.length > 80 ? `${name.slice(0, 80)}…` : name;
  return { ok: false, field: shown, error: `${shown} ${problem}` };
}

/** Plain digits: an exponent or a long fraction would be read as something else. */
function writeNumber(value: number): string {
  if (!Number.isInteger(value)) return String(Math.round(value * 100) / 100);
  return Math.abs(value) < 1e21 ? String(value) : BigInt(value).toString();
}

function readScalar(value: unknown): string | null {
  if (typeof value === 'string') return value.trim();
  // A number too large for a double is parsed as Infinity.
  if (typeof value === 'number') return Number.isFinite(value) ? writeNumber(value) : null;
  if (typeof value === 'boolean') return String(value);
  return value === null || value === undefined ? '' : null;
}

function readAnswer(value: unknown): string | null {
  if (!Array.isArray(value)) return readScalar(value);
  const parts: string[] = [];
  for (const item of value) {
    const part = readScalar(item);
    if (part === null) return null;
    if (part !== '') parts.push(part);
  }
  return parts.join(', ');
}

const isTextField = (key: string): key is TextField => (TEXT_FIELDS as readonly string[]).includes(key);
