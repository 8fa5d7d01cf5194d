// Tally: {eventId, eventType: "FORM_RESPONSE", data: {formName, fields: [{key, label, type, value, options}]}}.

import { isRecord } from '../is-record.ts';
import { Fields, joinTexts, listOf, nameDelivery, nameQuestion, recordsOf, textOf } from './fields.ts';
import type { Unwrapped } from './form-tool.ts';

export function readTally(input: Readonly<Record<string, unknown>>): Unwrapped | null {
  const { data } = input;
  if (input.eventType !== 'FORM_RESPONSE' || !isRecord(data) || !Array.isArray(data.fields)) return null;
  const fields = new Fields();
  const keysWithOptions = new Set<string>();
  for (const field of recordsOf(data.fields)) {
    const key = textOf(field.key);
    if (Array.isArray(field.options)) keysWithOptions.add(key);
    // Tally sends checkboxes again, with each option as a separate true/false field: `question_wQ1K7w_<option>`.
    if (typeof field.value === 'boolean' && keysWithOptions.has(key.slice(0, key.lastIndexOf('_')))) continue;
    putAnswer(fields, nameQuestion(field.label, key), field);
  }
  fields.putFormName(data.formName);
  return { fields: fields.toObject(), deliveryId: nameDelivery('tally', input.eventId) };
}

function putAnswer(fields: Fields, question: string, field: Readonly<Record<string, unknown>>): void {
  if (field.type === 'INPUT_EMAIL') fields.putContact('email', question, field.value);
  else if (field.type === 'INPUT_PHONE_NUMBER') fields.putContact('phone', question, field.value);
  else if (isRecord(field.value) && Array.isArray(field.rows)) fields.put(question, formatMatrix(field));
  else fields.put(question, formatChoices(field.value, textsById(field.options)));
}

const textsById = (options: unknown): ReadonlyMap<string, string> =>
  new Map(recordsOf(options).map(({ id, text }) => [textOf(id), textOf(text)]));

/** Choices refer to options by ID; a file is represented by its URL. */
function formatChoices(value: unknown, texts: ReadonlyMap<string, string>): unknown {
  const format = (chosen: unknown): unknown =>
    isRecord(chosen) && typeof chosen.url === 'string' ? chosen.url : (texts.get(textOf(chosen)) ?? chosen);
  return Array.isArray(value) ? value.map(format) : format(value);
}

/** `Quality: Satisfied; Speed: Neutral` */
function formatMatrix({ value, rows, columns }: Readonly<Record<string, unknown>>): string {
  const chosen = isRecord(value) ? value : {};
  const texts = textsById(columns);
  const answered = [...textsById(rows)].filter(([id]) => Object.hasOwn(chosen, id));
  const textOfColumn = (column: unknown): string => texts.get(textOf(column)) ?? textOf(column);
  return joinTexts(
    answered,
    ([id, row]) => `${row}: ${joinTexts(listOf(chosen[id]), textOfColumn, ', ')}`,
    '; ',
  );
}
