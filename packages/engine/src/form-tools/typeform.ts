// Typeform: {event_id, event_type, form_response: {definition: {title, fields}, answers, hidden, variables}}.

import { isRecord } from '../is-record.ts';
import { Fields, nameDelivery, nameQuestion, recordsOf, textOf } from './fields.ts';
import type { Unwrapped } from './form-tool.ts';

/** A partial response comes from a form that was abandoned. */
const EVENTS: readonly unknown[] = ['form_response', 'form_response_partial'];

export function readTypeform(input: Readonly<Record<string, unknown>>): Unwrapped | null {
  const response = input.form_response;
  if (!EVENTS.includes(input.event_type) || !isRecord(response)) return null;
  if (!Array.isArray(response.answers) && !isRecord(response.hidden)) return null;
  const definition = isRecord(response.definition) ? response.definition : {};
  const titles = new Map<string, string>();
  readTitles(definition.fields, titles, 0);
  const fields = new Fields();
  for (const answer of recordsOf(response.answers)) {
    if (fields.isFull) break;
    putAnswer(fields, answer, titles);
  }
  // After the answers, because typed answers take precedence over values prefilled by a link.
  if (isRecord(response.hidden)) fields.putAll(response.hidden);
  for (const variable of recordsOf(response.variables)) {
    // Prefixed, because a variable called "name" is not the lead's name.
    fields.put(`variable ${textOf(variable.key)}`, variable.number ?? variable.text);
  }
  fields.putFormName(definition.title);
  return { fields: fields.toObject(), deliveryId: nameDelivery('typeform', input.event_id) };
}

/** Groups, matrices and contact blocks contain fields, but those fields can't contain any others. */
const MAX_GROUP_DEPTH = 2;
/** `Nice to meet you, {{field:01H…}}! …`: a placeholder for an earlier answer, which does not belong in a question. */
const RECALL = /\{\{[^{}]*\}\}/g;

function readTitles(fields: unknown, titles: Map<string, string>, depth: number): void {
  for (const field of recordsOf(fields)) {
    titles.set(textOf(field.id), textOf(field.title).replace(RECALL, '…'));
    if (depth < MAX_GROUP_DEPTH && isRecord(field.properties)) {
      readTitles(field.properties.fields, titles, depth + 1);
    }
  }
}

function putAnswer(
  fields: Fields,
  answer: Readonly<Record<string, unknown>>,
  titles: ReadonlyMap<string, string>,
): void {
  const field = isRecord(answer.field) ? answer.field : {};
  const id = textOf(field.id);
  const question = nameQuestion(titles.get(id), field.ref) || id;
  if (answer.type === 'email') fields.putContact('email', question, answer.email);
  else if (answer.type === 'phone_number') fields.putContact('phone', question, answer.phone_number);
  else if (answer.type === 'boolean') fields.put(question, answer.boolean === true ? 'Yes' : 'No');
  else if (answer.type === 'payment') putPayment(fields, question, answer.payment);
  else fields.put(question, readContent(answer));
}

/** Leaves out the card digits. */
function putPayment(fields: Fields, question: string, payment: unknown): void {
  if (!isRecord(payment)) return;
  fields.put(question, payment.amount);
  fields.put(`${question} (name)`, payment.name);
}

/** An answer's value is stored under its type: `{"type": "url", "url": "https://…"}`. */
function readContent(answer: Readonly<Record<string, unknown>>): unknown {
  const type = textOf(answer.type);
  const content = Object.hasOwn(answer, type) ? answer[type] : null;
  if (Array.isArray(content)) return content.map((choice) => (isRecord(choice) ? choice.label : choice));
  if (!isRecord(content)) return content;
  if (Array.isArray(content.labels)) return [...content.labels, content.other];
  // A choice, a spoken answer, a signature.
  return content.label ?? content.other ?? content.text ?? content.transcript ?? content.url ?? content;
}
