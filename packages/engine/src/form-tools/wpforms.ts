// WPForms, as its hooks and webhook plugins send an entry: {form_id, entry_id, fields: {"1": {name, value, type}}}. Its
// own Webhooks addon sends the keys that its user chose, which needs no unwrapping.

import { isRecord } from '../is-record.ts';
import { Fields, nameDelivery, textOf } from './fields.ts';
import type { Unwrapped } from './form-tool.ts';
import { isBotCheck } from './technical.ts';

type Part = Readonly<Record<string, unknown>>;

export function readWpForms(input: Part): Unwrapped | null {
  const parts = partsOf(input.fields);
  if (parts === null) return null;
  const fields = new Fields();
  for (const part of parts) putAnswer(fields, part);
  for (const name of Object.keys(input)) {
    if (!NOT_ANSWERS.has(name) && !isRecord(input[name]) && !isBotCheck(name)) fields.put(name, input[name]);
  }
  fields.putFormName(formNameOf(input));
  return { fields: fields.toObject(), deliveryId: nameDelivery('wpforms', input.entry_id) };
}

const NOT_ANSWERS = new Set(
  (
    'fields entry entry_id form_id form_data form_name form_title form post_id page_id user_id user_ip ip_address ' +
    'user_agent user_uuid date date_modified status type viewed starred nonce token'
  ).split(' '),
);

/** Each has a name, a value and a type; fields of other tools lack one of them. */
function partsOf(fields: unknown): readonly Part[] | null {
  if (typeof fields !== 'object' || fields === null) return null;
  const parts = Object.values(fields);
  const isPart = (part: unknown): part is Part =>
    isRecord(part) &&
    typeof part.name === 'string' &&
    typeof part.type === 'string' &&
    Object.hasOwn(part, 'value');
  return parts.length > 0 && parts.every(isPart) ? parts : null;
}

/** Field types that hold no answer, or a secret one. */
const SKIPPED_TYPES = new Set(
  'captcha content credit-card divider html honeypot pagebreak password authorize_net square stripe-credit-card paypal-commerce'.split(
    ' ',
  ),
);
/** Several answers come on a line each. */
const CHOICE_TYPES = new Set(['checkbox', 'select', 'payment-checkbox', 'payment-select', 'file-upload']);

function putAnswer(fields: Fields, { name, value, type }: Part): void {
  const question = textOf(name);
  const kind = textOf(type);
  if (SKIPPED_TYPES.has(kind)) return;
  if (kind === 'email' || kind === 'phone') fields.putContact(kind, question, value);
  else if (kind === 'name' && !fields.has('name')) fields.put('name', value);
  else if (CHOICE_TYPES.has(kind) && typeof value === 'string')
    fields.put(
      question,
      value.split(/\r?\n/).filter((line) => line.trim() !== ''),
    );
  else fields.put(question, value);
}

function formNameOf({ form_name, form_title, form_data, form }: Part): unknown {
  if (typeof form_name === 'string' || typeof form_title === 'string') return form_name ?? form_title;
  const settings = isRecord(form_data) && isRecord(form_data.settings) ? form_data.settings : {};
  return settings.form_title ?? (isRecord(form) ? (form.title ?? form.name) : null);
}
