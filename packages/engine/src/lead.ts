// Turns the loose object a form or form tool sends into a lead. Nothing is dropped: a key that is not a lead field
// becomes a custom field.

import { type AliasedField, findField, TEXT_FIELDS, type TextField } from './field-aliases.ts';
import { findContact, findContactInText } from './find-contact.ts';
import { unwrap } from './form-tools/unwrap.ts';
import { isRecord } from './is-record.ts';
import { MAX_QUESTION_LENGTH, MAX_TEXT_LENGTH } from './limits.ts';
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
  | {
      readonly ok: false;
      readonly code: LeadProblem;
      /** The field as the sender named it, shortened if necessary. */
      readonly field: string;
      /** What is wrong with the field, without its name. */
      readonly problem: string;
      /** The full error message. */
      readonly error: string;
    };

export type LeadProblem =
  | 'not_an_object'
  | 'too_many_fields'
  | 'wrong_type'
  | 'too_long'
  | 'invalid_characters'
  | 'invalid_name'
  | 'missing_contact';

const MAX_CUSTOM_FIELDS = 200;
const MAX_TOTAL_LENGTH = 100_000;
/** Far more than any real form has. Checked first, so that a huge object is rejected at no cost. */
const MAX_FIELDS = 1_000;

export function readLead(body: unknown): LeadRead {
  const input = unwrap(body).fields;
  if (!isRecord(input)) return reject('not_an_object', 'lead', 'must be a JSON object');
  if (Object.keys(input).length > MAX_FIELDS)
    return reject('too_many_fields', 'lead', `has more than ${formatAmount(MAX_FIELDS)} fields`);
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
      if (text === null) return reject('wrong_type', key, 'must be text');
      texts[key] = text;
      continue;
    }
    const text = readAnswer(value);
    if (text === null) return reject('wrong_type', key, NOT_AN_ANSWER);
    if (text === '') continue;
    const field = findField(key);
    if (field === null) custom.set(key, text);
    else aliased.push([field, key, text]);
  }

  placeAliases(texts, aliased, custom);
  const rejected = readCustomFields(input.custom_fields, custom);
  if (rejected !== null) return rejected;
  if (texts.email === '' && texts.phone === '') moveContact(texts, custom);
  fillFromMessage(texts);
  return check({ ...texts, custom_fields: Object.fromEntries(custom) });
}

/** An alias fills its field if that is still blank; otherwise it becomes a custom field. */
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

/** The answer to "Where can we reach you?" is recognisable even though the question is not a known alias. */
function moveContact(texts: Record<TextField, string>, custom: Map<string, string>): void {
  for (const [field, question] of Object.entries(findContact(custom))) {
    texts[field as 'email' | 'phone'] = custom.get(question) as string;
    custom.delete(question);
  }
}

/** "Call me on 0161 496 0100" in the message fills an empty phone field. */
function fillFromMessage(texts: Record<TextField, string>): void {
  if (texts.message === '' || (texts.email !== '' && texts.phone !== '')) return;
  const found = findContactInText(texts.message);
  if (texts.email === '' && found.email !== undefined) texts.email = found.email;
  if (texts.phone === '' && found.phone !== undefined) texts.phone = found.phone;
}

function readCustomFields(value: unknown, custom: Map<string, string>): LeadRead | null {
  if (value === undefined || value === null) return null;
  if (!isRecord(value))
    return reject('not_an_object', 'custom_fields', 'must be an object of questions and answers');
  if (Object.keys(value).length > MAX_FIELDS)
    return reject('too_many_fields', 'custom_fields', `has more than ${MAX_CUSTOM_FIELDS} fields`);
  for (const question of Object.keys(value)) {
    const answer = readAnswer(value[question]);
    if (answer === null) return reject('wrong_type', `custom_fields.${question}`, NOT_AN_ANSWER);
    if (answer === '') continue;
    const existing = custom.get(question);
    if (existing === undefined || existing === answer) custom.set(question, answer);
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
    if (lead[field].length > MAX_TEXT_LENGTH) return reject('too_long', field, tooLong(MAX_TEXT_LENGTH));
    if (!isStorable(lead[field])) return reject('invalid_characters', field, INVALID_CHARACTER);
  }
  const questions = Object.keys(lead.custom_fields);
  if (questions.length > MAX_CUSTOM_FIELDS) {
    return reject(
      'too_many_fields',
      'custom_fields',
      `has ${formatAmount(questions.length)} fields; the limit is ${MAX_CUSTOM_FIELDS}`,
    );
  }
  for (const question of questions) {
    const answer = lead.custom_fields[question] as string;
    const field = `custom_fields.${question}`;
    if (question === '__proto__') return reject('invalid_name', question, 'is not allowed as a field name');
    if (!isStorable(question))
      return reject('invalid_characters', 'custom_fields', `has a question that ${INVALID_CHARACTER}`);
    if (!isStorable(answer)) return reject('invalid_characters', field, INVALID_CHARACTER);
    if (question.length > MAX_QUESTION_LENGTH)
      return reject('too_long', 'custom_fields', `has a question that ${tooLong(MAX_QUESTION_LENGTH)}`);
    if (answer.length > MAX_TEXT_LENGTH) return reject('too_long', field, tooLong(MAX_TEXT_LENGTH));
  }
  const total = questions.reduce((sum, question) => sum + (lead.custom_fields[question] as string).length, 0);
  if (total > MAX_TOTAL_LENGTH)
    return reject('too_long', 'custom_fields', `${tooLong(MAX_TOTAL_LENGTH)} in total`);
  if (lead.email === '' && lead.phone === '') {
    const error = 'email and phone are both missing; send at least one';
    return { ok: false, code: 'missing_contact', field: 'email', problem: error, error };
  }
  return { ok: true, lead };
}

/** PostgreSQL rejects NUL, and UTF-8 has no encoding for half a surrogate pair. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const INVALID_CHARACTER = 'contains an invalid character (NUL or half a surrogate pair)';
const NOT_AN_ANSWER = 'must be text, a number, true or false, or a list of these';
const tooLong = (limit: number): string => `is longer than ${formatAmount(limit)} characters`;

/** The sender chose the field name, so it is cleaned and shortened to keep the error on one readable line. */
function reject(code: LeadProblem, name: string, problem: string): LeadRead {
  const line = name.replace(/\p{Cc}/gu, ' ');
  const field =
    line.trim() === '' ? '(a field without a name)' : line.length > 80 ? `${line.slice(0, 80)}…` : line;
  return { ok: false, code, field, problem, error: `${field} ${problem}` };
}

/** Plain digits, because the readers would misread an exponent or a long fraction. */
function formatNumber(value: number): string {
  if (!Number.isInteger(value)) return String(Math.round(value * 100) / 100);
  return Math.abs(value) < 1e21 ? String(value) : BigInt(value).toString();
}

function readScalar(value: unknown): string | null {
  if (typeof value === 'string') return value.trim();
  // JSON.parse turns a number too large for a double into Infinity.
  if (typeof value === 'number') return Number.isFinite(value) ? formatNumber(value) : null;
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
