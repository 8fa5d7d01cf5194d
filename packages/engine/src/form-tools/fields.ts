// Gathers what was in an envelope into the flat object that readLead takes. No answer is lost: a question that comes
// twice gets a number, and an answer of a shape that a tool invents tomorrow is written down as well as it can be.

import { findField } from '../field-aliases.ts';
import { isRecord } from '../is-record.ts';

/** One more than readLead takes: what comes after them would be refused anyway. */
const MAX_FIELDS = 1_001;

export class Fields {
  readonly #answers = new Map<string, unknown>();
  readonly #lastNumbers = new Map<string, number>();

  put(question: string, answer: unknown): void {
    const written = isPlain(answer) ? answer : write(answer, 0);
    if (written !== '') this.putAsSent(question, written);
  }

  /** For what readLead is to judge itself. */
  putAsSent(question: string, answer: unknown): void {
    if (this.#answers.size >= MAX_FIELDS || this.#answers.get(question) === answer) return;
    this.#answers.set(this.#findName(question), answer);
  }

  /** What a tool itself calls an email address or a phone number, however the question is worded. */
  putContact(field: 'email' | 'phone', question: string, answer: unknown): void {
    this.put(this.#answers.has(field) ? question : field, answer);
  }

  putAll(answers: Readonly<Record<string, unknown>>): void {
    for (const question of Object.keys(answers)) this.put(question, answers[question]);
  }

  /** The name of the form says what the lead wanted; its id says nothing. */
  putFormName(name: unknown): void {
    if (typeof name === 'string') this.put('form_name', name);
  }

  toObject(): Record<string, unknown> {
    return Object.fromEntries(this.#answers);
  }

  /** `custom_fields` is a word of ours: a question of that name would be taken for it. */
  #findName(question: string): string {
    if (question !== 'custom_fields' && !this.#answers.has(question)) return question;
    let number = this.#lastNumbers.get(question) ?? 1;
    do number++;
    while (this.#answers.has(`${question} (${number})`));
    this.#lastNumbers.set(question, number);
    return `${question} (${number})`;
  }
}

/** How numbers are written is readLead's affair. */
const isPlain = (answer: unknown): boolean => typeof answer === 'number' || typeof answer === 'boolean';

const DEEPEST_ANSWER = 3;

/** Lists too: readLead takes them for questions, but not for fields of its own. */
function write(answer: unknown, depth: number): string {
  if (typeof answer === 'string') return answer.trim();
  if (isPlain(answer)) return String(answer);
  if (typeof answer !== 'object' || answer === null) return '';
  if (depth === DEEPEST_ANSWER) return '…';
  const isList = Array.isArray(answer);
  const parts: string[] = [];
  for (const [key, value] of Object.entries(answer)) {
    const part = write(value, depth + 1);
    if (part !== '') parts.push(isList ? part : `${key}: ${part}`);
  }
  return parts.join(isList ? ', ' : '; ');
}

/** By its title, unless only the id that someone gave it says which field it is; of a budget, a title says more than
 * an id: its currency, its period. */
export function nameQuestion(title: unknown, id: unknown): string {
  const asked = textOf(title);
  const named = textOf(id);
  if (asked === '') return named;
  const field = findField(asked) === null ? findField(named) : null;
  return field === null || field === 'budget' ? asked : named;
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The records of a list; what else is in it is no part of any tool's payload. */
export const recordsOf = (value: unknown): readonly Record<string, unknown>[] =>
  listOf(value).filter(isRecord);

const MAX_ID_LENGTH = 500;

export function nameDelivery(tool: string, id: unknown): string | null {
  const text = typeof id === 'number' ? String(id) : textOf(id);
  return text === '' || text.length > MAX_ID_LENGTH ? null : `${tool} ${text}`;
}
