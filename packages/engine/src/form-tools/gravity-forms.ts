// Gravity Forms, Webhooks Add-On with "All Fields": sends the whole entry, with answers under field numbers ("2",
// "1.3") mixed in with the metadata. The questions are missing, so the name is recognised by its part numbers and the
// message by its length; readLead finds the email and phone.

import { isEmail } from '../find-contact.ts';
import { Fields, nameDelivery, textOf } from './fields.ts';
import type { Unwrapped } from './form-tool.ts';

/** Present in every entry since version 2.3. */
const SIGNATURE = ['id', 'form_id', 'date_created', 'is_starred', 'is_read', 'source_url', 'user_agent'];

const METADATA = new Set(
  (
    'id form_id post_id date_created date_updated is_starred is_read ip source_url source_id user_agent currency ' +
    'payment_status payment_date payment_amount payment_method transaction_id transaction_type is_fulfilled ' +
    'created_by status submission_speeds partial_entry_id partial_entry_percent resume_token'
  ).split(' '),
);
const FIELD_NUMBER = /^([1-9]\d{0,5})(?:\.([1-9]\d{0,2}))?$/;

/** An answer's parts by number; 0 holds an answer without parts. */
type Parts = Map<number, unknown>;

export function readGravityForms(input: Readonly<Record<string, unknown>>): Unwrapped | null {
  if (!SIGNATURE.every((key) => Object.hasOwn(input, key))) return null;
  const answers = new Map<number, Parts>();
  const others: string[] = [];
  for (const key of Object.keys(input)) {
    const [, field, part = '0'] = FIELD_NUMBER.exec(key) ?? [];
    if (field === undefined) {
      if (!isMetadata(key)) others.push(key);
      continue;
    }
    const parts = answers.get(Number(field)) ?? new Map<number, unknown>();
    answers.set(Number(field), parts.set(Number(part), input[key]));
  }
  if (answers.size === 0) return null;
  const fields = putAnswers(answers);
  for (const key of others) fields.put(key, input[key]);
  fields.putFormName(input.form_title);
  return { fields: fields.toObject(), deliveryId: nameDelivery('gravityforms', input.id) };
}

const isMetadata = (key: string): boolean =>
  METADATA.has(key) || key === 'form_title' || key.startsWith('gpdf_') || key.startsWith('gravityforms');

function putAnswers(answers: ReadonlyMap<number, Parts>): Fields {
  const fields = new Fields();
  // Sorted into form order, because JavaScript puts the key "2" before "1.3".
  const numbers = [...answers.keys()].toSorted((a, b) => a - b);
  const nameNumber = numbers.find((number) => isName(answers.get(number)));
  const messageNumber = findMessage(answers);
  for (const number of numbers) {
    const isPersonsName = number === nameNumber;
    const question = isPersonsName ? 'name' : number === messageNumber ? 'message' : String(number);
    fields.put(question, joinParts(answers.get(number), isPersonsName ? ' ' : ', '));
  }
  return fields;
}

/** Names have the first name in part 3 and the last in part 6. Addresses and checkboxes also have parts 1 and 5. */
const isName = (parts?: Parts): boolean =>
  parts !== undefined &&
  !parts.has(1) &&
  !parts.has(5) &&
  (textOf(parts.get(3)) || textOf(parts.get(6))) !== '';

const MIN_WORDS = 5;

/** The longest answer that reads like a sentence. */
function findMessage(answers: ReadonlyMap<number, Parts>): number | null {
  let found: number | null = null;
  let longest = 0;
  for (const [number, parts] of answers) {
    const text = textOf(parts.get(0));
    if (text.length <= longest || isEmail(text) || text.split(/\s+/, MIN_WORDS).length < MIN_WORDS) continue;
    found = number;
    longest = text.length;
  }
  return found;
}

function joinParts(parts: Parts | undefined, separator: string): unknown {
  if (parts === undefined) return null;
  if (parts.size === 1 && parts.has(0)) return parts.get(0);
  const texts = [...parts].toSorted(([a], [b]) => a - b).map(([, text]) => textOf(text));
  return texts.filter((text) => text !== '').join(separator);
}
