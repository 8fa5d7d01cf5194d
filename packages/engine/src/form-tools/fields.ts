// Collects the answers in a form tool's payload into the flat object that readLead expects. No answer is lost: a
// repeated question gets a number, and an answer in an unknown format is converted to text. Many answers may refer to one
// long title or option, so texts are cut here to little more than readLead accepts: reading a payload takes time in
// proportion to its size.

import { findField } from '../field-aliases.ts';
import { isRecord } from '../is-record.ts';
import { MAX_QUESTION_LENGTH, MAX_TEXT_LENGTH } from '../limits.ts';

/** One more than readLead accepts, so that it still rejects the lead; collecting more would be wasted work. */
const MAX_FIELDS = 1_001;

export class Fields {
  readonly #answers = new Map<string, unknown>();
  readonly #lastNumbers = new Map<string, number>();

  put(question: string, answer: unknown): void {
    if (this.isFull) return;
    const value = isPlain(answer) ? answer : toText(answer, 0);
    if (value !== '') this.putRaw(cutQuestion(question), value);
  }

  get isFull(): boolean {
    return this.#answers.size >= MAX_FIELDS;
  }

  /** Leaves conversion and validation to readLead. */
  putRaw(question: string, answer: unknown): void {
    if (this.isFull || this.#answers.get(question) === answer) return;
    this.#answers.set(this.#findName(question), answer);
  }

  /** For a field that the tool marks as an email address or phone number, whatever the question says. */
  putContact(field: 'email' | 'phone', question: string, answer: unknown): void {
    this.put(this.#answers.has(field) ? question : field, answer);
  }

  has(question: string): boolean {
    return this.#answers.has(question);
  }

  putAll(answers: Readonly<Record<string, unknown>>): void {
    for (const question of Object.keys(answers)) this.put(question, answers[question]);
  }

  /** The name of a form hints at what the lead wants; its ID does not. */
  putFormName(name: unknown): void {
    if (typeof name === 'string') this.put('form_name', name);
  }

  toObject(): Record<string, unknown> {
    return Object.fromEntries(this.#answers);
  }

  /** `custom_fields` is reserved, so a question with that name is renamed. */
  #findName(question: string): string {
    if (question !== 'custom_fields' && !this.#answers.has(question)) return question;
    let number = this.#lastNumbers.get(question) ?? 1;
    do number++;
    while (this.#answers.has(`${question} (${number})`));
    this.#lastNumbers.set(question, number);
    return `${question} (${number})`;
  }
}

/** readLead formats these itself. */
const isPlain = (answer: unknown): boolean => typeof answer === 'number' || typeof answer === 'boolean';

const MAX_ANSWER_DEPTH = 3;

/** Converts lists too, because readLead accepts them only in custom fields. */
function toText(answer: unknown, depth: number): string {
  if (typeof answer === 'string') return answer.trim();
  if (isPlain(answer)) return String(answer);
  if (typeof answer !== 'object' || answer === null) return '';
  if (depth === MAX_ANSWER_DEPTH) return '…';
  if (Array.isArray(answer)) return joinTexts(answer, (value) => toText(value, depth + 1), ', ');
  const partOf = ([key, value]: [string, unknown]): string => {
    const part = toText(value, depth + 1);
    return part === '' ? '' : `${key}: ${part}`;
  };
  return joinTexts(Object.entries(answer), partOf, '; ');
}

/** Leaves out empty texts, and what follows once the result is longer than readLead accepts. */
export function joinTexts<Item>(
  items: Iterable<Item>,
  textOfItem: (item: Item) => string,
  separator: string,
): string {
  const texts: string[] = [];
  let length = 0;
  for (const item of items) {
    const text = textOfItem(item);
    if (text !== '') texts.push(text);
    length += text.length + separator.length;
    if (length > MAX_TEXT_LENGTH) break;
  }
  return texts.join(separator);
}

/** One character more than readLead accepts, so that it still rejects the lead. */
const cutQuestion = (question: string): string => question.slice(0, MAX_QUESTION_LENGTH + 1);

/** The title, unless only the ID shows which lead field it is. A budget keeps its title, which may state the currency
 * and period. */
export function nameQuestion(title: unknown, id: unknown): string {
  const asked = cutQuestion(textOf(title));
  const named = cutQuestion(textOf(id));
  if (asked === '') return named;
  const field = findField(asked) === null ? findField(named) : null;
  return field === null || field === 'budget' ? asked : named;
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The objects in a list; no tool sends anything else in these lists. */
export const recordsOf = (value: unknown): readonly Record<string, unknown>[] =>
  listOf(value).filter(isRecord);

const MAX_ID_LENGTH = 500;

export function nameDelivery(tool: string, id: unknown): string | null {
  const text = typeof id === 'number' ? String(id) : textOf(id);
  return text === '' || text.length > MAX_ID_LENGTH ? null : `${tool} ${text}`;
}
